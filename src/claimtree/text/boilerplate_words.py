"""Wordings of listings that state nothing about the home, or not as a plain fact, by language.

In a phrase "a/b" stands for either word and "word?" for a word that may be missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Reach(StrEnum):
    """How much of the text a wording takes with it."""

    WORDS = "words"
    """Itself alone: a slogan in the middle of a sentence."""
    NAMED = "named"
    """What it names, some words on: "the former zoo"."""
    CODE = "code"
    """The number or code after it: "License number STR-423"."""
    AMOUNT = "amount"
    """The number right after it: "an extra $400"."""
    TALK = "talk"
    """What it opens, up to the comma: "if you want a quiet street, this isn't it"."""
    ONWARD = "onward"
    """The rest of its sentence."""
    CLAUSE = "clause"
    """Its clause, before and after."""
    SENTENCE = "sentence"
    """Its whole sentence."""


class Reason(StrEnum):
    """Why a part of a text gives no plain claim."""

    CONTACT = "contact"
    LEGAL = "legal"
    SLOGAN = "slogan"
    HEARSAY = "hearsay"
    CONDITION = "condition"


SILENT: Final = frozenset({Reason.CONTACT, Reason.LEGAL, Reason.SLOGAN})
"""Reasons that say nothing of the home at all; the others say something that is not plain fact."""


@dataclass(frozen=True, slots=True)
class Wordings:
    """Phrases, one a line, that share a reason and a reach."""

    reason: Reason
    reach: Reach
    phrases: str


WORDINGS: Final[Mapping[str, tuple[Wordings, ...]]] = {
    "en": (
        Wordings(
            Reason.CONTACT,
            Reach.ONWARD,
            """
            call/text/email/whatsapp/message/contact/dm/pm/ring/phone us/me/now/today/agent/owner/broker/host/landlord
            call/text/email/whatsapp/contact the/our/your/listing agent/owner/broker/host/landlord/office/team
            call or text
            text or call
            feel free to contact/reach/call/message/text/ask/inquire
            please/pls contact/call/text/email/inquire/message/ask
            don't/do hesitate/not hesitate? to? contact/reach/ask/call/message/send
            contact for/listing more/details/info/agent
            inquire for/about/now/within
            to schedule/book/arrange a viewing/showing/tour
            schedule/book a/your tour/showing/viewing/visit
            schedule/book your private? tour/showing/viewing
            send me/us a/an message/email/text
            shown by appointment
            by appointment only
            follow us on
            visit our website/instagram/page/site
            """,
        ),
        Wordings(
            Reason.LEGAL,
            Reach.CODE,
            """
            license/licence/registration/permit/listing number/no
            license/licence/registration/permit #/:
            str #
            lic #/no
            dre/mls/nmls #/no
            """,
        ),
        Wordings(
            Reason.LEGAL,
            Reach.SENTENCE,
            """
            equal housing opportunity/lender/provider
            fair housing act
            photos/pictures/images may be/not/vary/differ
            photos/pictures/images are/is for illustration/illustrative/reference/representative
            photos/pictures/images of a similar
            for illustration purposes/only
            for illustrative purposes
            virtually staged
            price/prices/rent/rents/rates/terms/pricing is/are? subject to change
            availability and? pricing? subject to change
            subject to change without notice
            deemed reliable
            not guaranteed
            errors and omissions
            all rights reserved
            all information is/herein
            no liability
            not responsible for
            brokers/agents welcome/protected
            listing courtesy of
            """,
        ),
        Wordings(
            Reason.SLOGAN,
            Reach.WORDS,
            """
            your dream home awaits/is/starts
            dream home/apartment awaits
            welcome to your new? dream? home/apartment/oasis
            welcome home
            a must see
            must see
            must be seen
            must see to believe
            don't/dont miss out
            don't/dont miss this
            won't/wont last long?
            will not last long?
            act fast/now
            hurry up/now/before
            book now
            book your stay
            once in a lifetime
            rare opportunity/find
            look no further
            your search is over
            home sweet home
            home away from home
            best deal in town
            too good to miss
            opportunity knocks
            priced to sell
            call it home
            make it yours
            make this yours
            live the dream
            make yourself at home
            """,
        ),
        Wordings(
            Reason.HEARSAY,
            Reach.CLAUSE,
            """
            is/was/are said to
            said to be/have
            rumored/rumoured to
            rumor/rumour has it
            reportedly
            supposedly
            allegedly
            used to be/have/house/host/stand/offer
            i/we/i'm heard/told/told
            they say
            most/many/some/several buildings/homes/houses/apartments/units/condos/properties
            most/many/some of the/these buildings/homes/houses/apartments/units/condos/properties
            """,
        ),
        Wordings(
            Reason.HEARSAY,
            Reach.NAMED,
            """
            former
            formerly
            once home to
            what was once
            """,
        ),
        Wordings(
            Reason.CONDITION,
            Reach.CLAUSE,
            """
            on/upon/by request
            on/upon/by approval/application
            subject to approval/availability
            with owner's/landlord's/board approval/permission/consent
            can/could be furnished/added/installed/provided/arranged/converted/rented/purchased
            can/could be requested/made/negotiated/supplied/turned/transformed/delivered/had
            can/could be discussed/built/ordered/included/removed/upgraded/combined
            may/might be
            may/might have/include/offer/vary/allow
            could become
            available for additional/extra/$
            for a $
            coming soon
            coming in/this/next soon?/spring/summer/fall/autumn/winter/year/month/january/february
            coming in/this/next march/april/may/june/july/august/september/october/november/december
            is/are planned
            planned for
            in the works
            under construction
            will be built/added/installed/renovated/completed/ready/finished/updated/replaced/opening
            to be built/added/installed/renovated/completed/built
            about to be
            if requested/available
            optional
            potential for/to
            possibility of/to
            """,
        ),
        Wordings(
            Reason.CONDITION,
            Reach.TALK,
            """
            if/unless you really? want/need/like/love/prefer/require/crave/value/enjoy/expect/seek
            if/unless you would/do? like/prefer/want/need
            if/unless you'd like/prefer
            if/unless you're looking/searching/hoping for
            if/unless you're after/seeking/wanting
            if/unless you are looking/searching/hoping for
            if/unless you are after/seeking/wanting
            """,
        ),
        Wordings(
            Reason.CONDITION,
            Reach.AMOUNT,
            """
            extra/additional $/€/£/usd/us$
            extra/additional charge/fee/cost/payment of/: $/€/£/usd/us$
            """,
        ),
    ),
    "id": (
        Wordings(
            Reason.CONTACT,
            Reach.ONWARD,
            """
            hub/hubungi/hubungin/telp/telpon/telepon/wa kami/saya/segera/langsung/nomor/no/agen/marketing
            hub/hubungi/hubungin/telp/telpon/telepon/wa owner/pemilik/admin
            whatsapp/kontak/chat/call/contact/dm kami/saya/segera/langsung/nomor/no/agen/marketing/owner/pemilik/admin
            hub/telp/wa/hp/tlp :
            untuk info/informasi lebih? lanjut/lengkap?
            info lebih? lanjut/lengkap/detail
            info/informasi selengkapnya
            minat/berminat hubungi/hub/wa/call/telp/langsung/segera
            yang/yg minat/berminat
            bagi yang/yg minat/berminat
            jika/bila/kalau minat/berminat
            silahkan/silakan hubungi/hub/wa/chat/kontak/telp/survey/datang
            segera hubungi
            segera di hubungi
            follow ig/instagram
            """,
        ),
        Wordings(
            Reason.LEGAL,
            Reach.SENTENCE,
            """
            harga sewaktu waktu dapat/bisa? berubah
            harga dapat/bisa berubah
            sewaktu waktu dapat/bisa berubah
            dapat/bisa berubah tanpa pemberitahuan
            tanpa pemberitahuan terlebih? dahulu?
            foto/gambar hanya/sekedar/sekadar ilustrasi
            foto/gambar hanya untuk ilustrasi
            syarat dan/& ketentuan berlaku
            hak cipta
            """,
        ),
        Wordings(
            Reason.LEGAL,
            Reach.WORDS,
            """
            no/tidak/terima cobroke/broker/agen/perantara
            no co broke
            no agen/agent/perantara
            kode/id listing/iklan
            """,
        ),
        Wordings(
            Reason.SLOGAN,
            Reach.WORDS,
            """
            buruan
            segera survey/survei/miliki/booking/dapatkan
            segera di survey/survei
            siap antar survey/survei
            feel free to survey
            ayo segera/buruan/survey
            siapa cepat dia/pasti? dapat
            impian keluarga? anda?
            idaman keluarga? anda?
            jangan sampai kehabisan/terlewat/menyesal/ketinggalan
            jangan lewatkan
            kapan lagi
            unit/stok/stock terbatas
            stok/unit terakhir
            jarang ada
            dijamin puas
            butuh uang
            barang langka
            pasti suka
            investasi menguntungkan/menjanjikan
            harga promo
            promo terbatas
            wujudkan
            """,
        ),
        Wordings(
            Reason.HEARSAY,
            Reach.CLAUSE,
            """
            konon
            katanya
            kabarnya
            dulunya
            dulu adalah/ada/bekas
            kata orang/tetangga/warga
            denger denger
            dengar dengar
            kebanyakan/rata rata? rumah/bangunan/unit
            rumah rumah/lain di? sekitar/sini
            """,
        ),
        Wordings(
            Reason.HEARSAY,
            Reach.NAMED,
            """
            bekas
            eks
            ex
            mantan
            """,
        ),
        Wordings(
            Reason.CONDITION,
            Reach.CLAUSE,
            """
            bisa/dapat/boleh request/custom
            bisa/dapat ditambah/ditambahkan/dibuat/dibuatkan/dijadikan/diisi/dilengkapi/disediakan
            bisa/dapat dipasang/dibangun/diatur/dirubah/diubah/direnovasi/dibongkar
            bisa/dapat di tambah/buat/buatkan/jadikan/isi/lengkapi/sediakan/pasang
            bisa/dapat di bangun/atur/rubah/ubah/renovasi/request/bongkar
            akan dibangun/ada/dibuka/dipasang/direnovasi/dirapikan/segera/dilengkapi/hadir
            akan di bangun/buka/pasang/renovasi/rapikan/lengkapi
            sedang dibangun/direnovasi
            sedang di bangun/renov/renovasi
            dalam tahap? pembangunan
            segera hadir/dibangun/dibuka
            rencana
            rencananya
            direncanakan
            atas permintaan
            by request
            on request
            biaya tambahan
            tambahan biaya
            tambah biaya
            jika/bila/kalau perlu/diperlukan/dibutuhkan/mau/ada/minat
            opsional
            optional
            berpotensi
            potensi jadi/untuk
            cocok dijadikan
            """,
        ),
        Wordings(
            Reason.CONDITION,
            Reach.TALK,
            """
            jika/bila/kalau/kalo anda/kamu/kalian mau/ingin/cari/mencari/butuh/membutuhkan/perlu/suka/menginginkan
            """,
        ),
        Wordings(
            Reason.CONDITION,
            Reach.AMOUNT,
            """
            tambahan/tambah/ekstra/extra rp
            """,
        ),
    ),
}
