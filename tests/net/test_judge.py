"""A judge behind an endpoint, against a stub server on loopback."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from drill.net.judge import Endpoint, HttpJudge


def reply(content: str) -> bytes:
    return json.dumps(
        {"choices": [{"message": {"role": "assistant", "content": content}}]}
    ).encode()


@contextmanager
def serving(answer: Callable[[dict[str, object]], tuple[int, bytes]]) -> Iterator[str]:
    """Serve an endpoint whose replies `answer` makes from what it was sent."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            sent["path"], sent["auth"] = self.path, self.headers.get("Authorization")
            status, body = answer(sent)
            try:
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            except OSError:
                return  # the client did not wait

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def judge(url: str, *, key: str = "", seconds: float = 5.0) -> HttpJudge:
    return HttpJudge(Endpoint(url=url, model="stub", key=key, seconds=seconds))


def test_a_verdict_is_read_from_the_reply() -> None:
    """The judge's verdict and reason come back, on one line, from a fenced reply as well."""
    said = '```json\n{"verdict": "partial", "why": "half\\nof it"}\n```'
    with serving(lambda _: (200, reply(said))) as url:
        opinion = judge(url).opinion("p", "r", "a")
    assert (opinion.verdict, opinion.why) == ("partial", "half of it")


def test_question_reference_and_answer_are_sent() -> None:
    """The endpoint gets model, key, question, reference and answer, a lone surrogate included."""
    seen: list[dict[str, object]] = []

    def note(sent: dict[str, object]) -> tuple[int, bytes]:
        seen.append(sent)
        return 200, reply('{"verdict": "correct", "why": ""}')

    with serving(note) as url:
        judge(url, key="secret").opinion("the prompt", "the reference", "my answer \ud800")
    assert seen[0]["path"] == "/v1/chat/completions"
    assert seen[0]["auth"] == "Bearer secret"
    assert all(text in json.dumps(seen[0]) for text in ("the prompt", "the reference", "my answer"))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff\xfe garbage",
        b"[]",
        reply("I cannot help with that."),
        reply('{"verdict": "excellent", "why": "so good"}'),
        reply('{"verdict": '),
        json.dumps({"choices": []}).encode(),
        b"x" * (1 << 21),
    ],
    ids=["empty", "bytes", "list", "refusal", "unknown verdict", "cut off", "no choice", "endless"],
)
def test_garbage_is_no_verdict(body: bytes) -> None:
    """Whatever is no verdict comes back as none, with a reason."""
    with serving(lambda _: (200, body)) as url:
        opinion = judge(url).opinion("p", "r", "a")
    assert opinion.verdict is None
    assert opinion.why


def test_a_refusal_names_its_status() -> None:
    """An HTTP error is no verdict, and its number is told."""
    with serving(lambda _: (429, b"slow down")) as url:
        opinion = judge(url).opinion("p", "r", "a")
    assert opinion.verdict is None
    assert "429" in opinion.why


def test_the_time_box_holds() -> None:
    """A judge that does not answer costs its time and no more."""
    go = threading.Event()

    def wait(_: dict[str, object]) -> tuple[int, bytes]:
        go.wait(10)
        return 200, reply('{"verdict": "correct", "why": "late"}')

    with serving(wait) as url:
        begin = time.monotonic()
        opinion = judge(url, seconds=0.3).opinion("p", "r", "a")
        taken = time.monotonic() - begin
        go.set()
    assert opinion.verdict is None
    assert taken < 5


def test_nobody_listening_is_said() -> None:
    """A closed port is no verdict and no exception."""
    opinion = judge("http://127.0.0.1:9/v1").opinion("p", "r", "a")
    assert opinion.verdict is None
    assert "cannot be used" in opinion.why
