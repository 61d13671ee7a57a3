"""Configures an Elasticsearch that requires a password and accepts only https, with its own
certificate."""

from __future__ import annotations

import secrets
import subprocess
from pathlib import Path

from server_archives import ServerError

USER = "claimtree"
CERTIFICATE = "ca.crt"
PASSWORD = "password"


def secure(folder: Path, conf: Path, home: Path, environment: dict[str, str]) -> dict[str, object]:
    """Creates a certificate and a user for a node, once, and returns the settings that require
    them.

    The node's folder then holds `ca.crt`, which a client has to trust, and `password`, the password of the user
    `claimtree`.
    """
    store = conf / "http.p12"
    password = folder / PASSWORD
    if not password.exists():
        word = secrets.token_urlsafe(16)
        keytool = [str(Path(environment["ES_JAVA_HOME"]) / "bin" / "keytool"), "-alias", "http", "-storepass", word]
        keytool += ["-storetype", "PKCS12", "-keystore", str(store)]
        pair = ["-genkeypair", "-keyalg", "EC", "-groupname", "secp256r1", "-validity", "30", "-dname", "CN=localhost"]
        _run([*keytool, *pair, "-ext", "san=ip:127.0.0.1,dns:localhost", "-ext", "bc=ca:true"], environment)
        (folder / CERTIFICATE).write_bytes(_run([*keytool, "-exportcert", "-rfc"], environment))
        _run([str(home / "bin" / "elasticsearch-users"), "useradd", USER, "-p", word, "-r", "superuser"], environment)
        password.touch(mode=0o600)
        password.write_text(word, encoding="utf-8")
    return {
        "xpack.security.enabled": True,
        "xpack.security.http.ssl.enabled": True,
        "xpack.security.http.ssl.keystore.path": store.name,
        "xpack.security.http.ssl.keystore.password": password.read_text(encoding="utf-8"),
    }


def _run(command: list[str], environment: dict[str, str]) -> bytes:
    done = subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False
    )
    if done.returncode != 0:
        output = (done.stdout + done.stderr).decode(errors="replace").strip()
        raise ServerError(f"{Path(command[0]).name} failed: {output}")
    return done.stdout
