"""Every character set is recognised by its bytes, whatever the header says."""

import codecs
import random

import pytest

from claimtree.sources.gedcom.ansel import decode_ansel
from claimtree.sources.gedcom.encodings import Charset, detect

HEAD = "0 HEAD\n1 CHAR {char}\n0 @I1@ INDI\n1 NAME {name}\n0 TRLR\n"
NAME = "Jürgen Weiß François Ångström Bełza"
LATIN = "Jürgen Weiß François Ångström"
ANSEL = b"J\xe8urgen Wei\xcf Fran\xf0cois \xeaAngstr\xe8om Be\xb1za"


def file_of(char: str, name: bytes, codec: str = "ascii") -> bytes:
    before, after = HEAD.format(char=char, name="NAME").rsplit("NAME", 1)
    return before.encode(codec) + name + after.encode(codec)


@pytest.mark.parametrize(
    ("content", "charset"),
    [
        (file_of("UTF-8", NAME.encode()), Charset.UTF_8),
        (codecs.BOM_UTF8 + file_of("UTF-8", NAME.encode()), Charset.UTF_8),
        (codecs.BOM_UTF16_LE + HEAD.format(char="UNICODE", name=NAME).encode("utf-16-le"), Charset.UTF_16_LE),
        (codecs.BOM_UTF16_BE + HEAD.format(char="UNICODE", name=NAME).encode("utf-16-be"), Charset.UTF_16_BE),
        (HEAD.format(char="UNICODE", name=NAME).encode("utf-16-le"), Charset.UTF_16_LE),
        (HEAD.format(char="UNICODE", name=NAME).encode("utf-16-be"), Charset.UTF_16_BE),
        (file_of("ANSEL", ANSEL), Charset.ANSEL),
        (file_of("ANSI", LATIN.encode("cp1252")), Charset.CP1252),
        (file_of("ASCII", b"John Smith"), Charset.ASCII),
        (file_of("IBMPC", "Jürgen Müller".encode("cp437")), Charset.CP437),
    ],
)
def test_a_character_set_is_read_as_what_it_is(content: bytes, charset: Charset) -> None:
    found = detect(content)
    assert found.charset is charset
    assert not found.contradicts_header


@pytest.mark.parametrize(
    ("said", "content", "charset"),
    [
        ("ANSEL", NAME.encode(), Charset.UTF_8),
        ("ANSI", NAME.encode(), Charset.UTF_8),
        ("ASCII", LATIN.encode("cp1252"), Charset.CP1252),
        ("UTF-8", LATIN.encode("cp1252"), Charset.CP1252),
        ("ANSEL", LATIN.encode("cp1252"), Charset.CP1252),
        ("ANSI", ANSEL, Charset.ANSEL),
        ("UTF-8", ANSEL, Charset.ANSEL),
    ],
)
def test_a_wrong_header_is_recognised(said: str, content: bytes, charset: Charset) -> None:
    found = detect(file_of(said, content))
    assert found.charset is charset
    assert found.stated == said
    assert found.contradicts_header


def test_the_header_is_found_whatever_ends_a_line() -> None:
    assert detect(file_of("ANSEL", ANSEL).replace(b"\n", b"\r")).stated == "ANSEL"


def test_ansel_has_the_marks_before_the_letter() -> None:
    assert decode_ansel(ANSEL) == NAME
    assert decode_ansel(b"Vi\xf2\xe3et") == "Việt"  # two marks on one letter
    assert decode_ansel(b"\xa5sir \xa2rn \xa1\xe2od\xe2z") == "Æsir Ørn Łódź"


def test_any_bytes_are_decoded() -> None:
    chance = random.Random(1)
    for _ in range(300):
        content = chance.randbytes(chance.randrange(80))
        decode = detect(content).line_decoder()
        assert isinstance(decode(content)[0], str)
