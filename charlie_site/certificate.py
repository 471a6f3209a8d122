"""Makes a self-signed certificate, so that phones at home load pages over HTTPS."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from runtime.addresses import parse_address

# Phones refuse certificates that are valid for much longer than a year.
LIFETIME = timedelta(days=390)
RENEW_BEFORE = timedelta(days=30)


def ensure_certificate(folder: Path, hosts: set[str]) -> tuple[Path, Path]:
    """Return the paths of a key and a certificate that is valid for these hosts.

    The files are kept as long as possible: a browser asks again about each new one.
    """
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    if not (certificate.exists() and is_good(certificate, hosts)):
        folder.mkdir(parents=True, exist_ok=True)
        make_certificate(key, certificate, hosts)
    return key, certificate


def is_good(certificate: Path, hosts: set[str]) -> bool:
    """Return whether a certificate of ours names these hosts, and is valid for long."""
    loaded = x509.load_pem_x509_certificate(certificate.read_bytes())
    named = loaded.extensions.get_extension_for_class(x509.SubjectAlternativeName)
    is_long = loaded.not_valid_after_utc - RENEW_BEFORE > datetime.now(UTC)
    return is_long and set(map(build_general_name, hosts)) <= set(named.value)


def make_certificate(key_path: Path, certificate_path: Path, hosts: set[str]) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Checkpoint Charlie")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + LIFETIME)
        .add_extension(
            x509.SubjectAlternativeName(
                [build_general_name(host) for host in sorted(hosts)]
            ),
            critical=False,
        )
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(
            x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    pem, unlocked = serialization.Encoding.PEM, serialization.NoEncryption()
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, unlocked)
    key_path.touch(mode=0o600)
    key_path.write_bytes(private)
    certificate_path.write_bytes(certificate.public_bytes(pem))


def build_general_name(host: str) -> x509.GeneralName:
    address = parse_address(host)
    return x509.IPAddress(address) if address else x509.DNSName(host)
