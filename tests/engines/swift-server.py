"""OpenStack Swift with its S3 layer on 127.0.0.1, with one replica in a folder.

Usage: swift.py FOLDER ACCESS_KEY SECRET. Prints the port of the S3 API and runs until it is terminated.
"""
import getpass
import os
import signal
import socket
import sys
import textwrap

folder, access_key, secret = sys.argv[1:]
account, user = access_key.split(":")

from swift.common import utils  # noqa: E402

# Swift reads this file when its other modules are imported.
utils.SWIFT_CONF_FILE = os.path.join(folder, "swift.conf")


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(textwrap.dedent(text))
    return path


write("swift.conf", "[swift-hash]\nswift_hash_path_suffix = scoreline\n")

from swift.common.middleware import tempauth  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.wsgi import run_wsgi  # noqa: E402


class NoCache:
    """tempauth refuses to work without a cache for its own tokens, which S3 requests do not use."""

    def get(self, *_args, **_options):
        return None


tempauth.cache_from_env = lambda _environment: NoCache()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def common(port):
    return f"""\
        [DEFAULT]
        bind_ip = 127.0.0.1
        bind_port = {port}
        workers = 0
        user = {getpass.getuser()}
        swift_dir = {folder}
        devices = {folder}/devices
        mount_check = false
        fallocate_reserve = 0
        disable_fallocate = true
        db_preallocation = off
        log_address = /nonexistent
        log_level = ERROR
"""


def storage_server(kind):
    port = free_port()
    builder = RingBuilder(1, 1, 0)
    builder.add_dev(
        dict(region=1, zone=1, ip="127.0.0.1", port=port, device="disk", weight=1,
             replication_ip="127.0.0.1", replication_port=port, meta="")
    )
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, f"{kind}.ring.gz"))
    return write(f"{kind}.conf", common(port) + f"""
        [pipeline:main]
        pipeline = {kind}-server
        [app:{kind}-server]
        use = egg:swift#{kind}
    """)


def proxy_server(port):
    return write("proxy.conf", common(port) + f"""
        [pipeline:main]
        pipeline = catch_errors gatekeeper listing_formats s3api tempauth copy slo dlo proxy-server
        [filter:catch_errors]
        use = egg:swift#catch_errors
        [filter:gatekeeper]
        use = egg:swift#gatekeeper
        [filter:listing_formats]
        use = egg:swift#listing_formats
        [filter:s3api]
        use = egg:swift#s3api
        location = us-east-1
        [filter:tempauth]
        use = egg:swift#tempauth
        user_{account}_{user} = {secret} .admin
        [filter:copy]
        use = egg:swift#copy
        [filter:slo]
        use = egg:swift#slo
        [filter:dlo]
        use = egg:swift#dlo
        [app:proxy-server]
        use = egg:swift#proxy
        account_autocreate = true
    """)


os.makedirs(os.path.join(folder, "devices", "disk"))
port = free_port()
servers = [(kind, storage_server(kind)) for kind in ("account", "container", "object")]
servers.append(("proxy", proxy_server(port)))
print(port, flush=True)
children = []
for kind, conf in servers:
    child = os.fork()
    if child == 0:
        sys.exit(run_wsgi(conf, f"{kind}-server"))
    children.append(child)


def stop(*_):
    for child in children:
        os.kill(child, signal.SIGTERM)


signal.signal(signal.SIGTERM, stop)
for child in children:
    os.waitpid(child, 0)
