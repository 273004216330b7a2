"""Builds the wheel of the package, with the standard library alone, so that `pip install ./python` needs no network.

As a script it builds wheels that carry the program, one for each platform:

    python3 wheel_of_kinetree.py --program dist/simulate --platform manylinux2014_x86_64 dist

A wheel has the same bytes wherever it is built: times are those of 1980, and files are in the order of their names.
Specification: PEP 427, PEP 517 and "Core metadata" of packaging.python.org.
"""

import argparse
import base64
import hashlib
import zipfile
from pathlib import Path

NAME, VERSION = "kinetree", "0.1.0"
HERE = Path(__file__).parent

METADATA = f"""Metadata-Version: 2.1
Name: {NAME}
Version: {VERSION}
Summary: Robots described by URDF files: dynamics, simulation and controllers, by the program simulate
License: BSD-3-Clause
Requires-Python: >=3.9
Requires-Dist: numpy>=1.21
Description-Content-Type: text/markdown

"""


def write(folder, platform="any", program=None):
    """Write the wheel into a folder and return its name. With a program the wheel carries it."""
    tag = f"py3-none-{platform}"
    name = f"{NAME}-{VERSION}-{tag}.whl"
    info = f"{NAME}-{VERSION}.dist-info"
    files = {f"{NAME}/{f.name}": (f.read_bytes(), 0o644) for f in sorted((HERE / NAME).iterdir()) if f.is_file()}
    if program is not None:
        ending = ".exe" if platform.startswith("win") else ""
        files[f"{NAME}/bin/simulate{ending}"] = (Path(program).read_bytes(), 0o755)
    files[f"{info}/METADATA"] = (METADATA.encode() + (HERE / "README.md").read_bytes(), 0o644)
    files[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: {NAME}\nRoot-Is-Purelib: "
                              f"{'true' if platform == 'any' else 'false'}\nTag: {tag}\n".encode(), 0o644)
    record = "".join(f"{file},sha256={digest(data)},{len(data)}\n" for file, (data, _) in files.items())
    files[f"{info}/RECORD"] = (f"{record}{info}/RECORD,,\n".encode(), 0o644)
    with zipfile.ZipFile(Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for file, (data, mode) in files.items():
            entry = zipfile.ZipInfo(file, (1980, 1, 1, 0, 0, 0))
            entry.external_attr, entry.compress_type = (0o100000 | mode) << 16, zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return name


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """The hook of PEP 517."""
    return write(wheel_directory)


def main():
    flags = argparse.ArgumentParser(description="Builds a wheel that carries the program.")
    flags.add_argument("--program", required=True, help="file of the program")
    flags.add_argument("--platform", required=True, help="tag such as manylinux2014_x86_64 or win_amd64")
    flags.add_argument("folder")
    arguments = flags.parse_args()
    print(write(arguments.folder, arguments.platform, arguments.program))


if __name__ == "__main__":
    main()
