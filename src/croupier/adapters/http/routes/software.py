"""The route by which inspectors see what software runs, and by what clock."""

from litestar import Response, get

from croupier.adapters.http.answers.replies import encode, reply
from croupier.adapters.http.arrivals import AnyRequest, reader
from croupier.adapters.http.operations import Operation, described
from croupier.service.software.reading import SoftwareReading


@get("/v1/software", opt=described(Operation("readSoftware", "Health", "read-software", SoftwareReading)))
async def read_software(request: AnyRequest) -> Response[bytes]:
    """Read what software runs.

    Every file of the program with its SHA-256, all packages installed beside it, the rule code that decides,
    and one hash over all of it, as it lies on the disk and as it was when the process started; the list is
    at most ten seconds old. With it the offset of the process's clock to the database's. `croupier software
    --json` prints the same list.
    """
    arrived = await reader(request)
    return reply(encode(await arrived.services.software.read()))
