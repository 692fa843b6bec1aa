import assert from "node:assert/strict";
import { headerOf, parseHead, RefusedHead } from "lib/http/request_head.ts";

const head = (...lines: string[]) => parseHead(lines.join("\r\n"));

function statusOf(...lines: string[]): number {
  try {
    head(...lines);
    return 200;
  } catch (error) {
    assert.ok(error instanceof RefusedHead);
    return error.status;
  }
}

Deno.test("a head is its method, target, host and headers, whose values lose the blanks around them", () => {
  const found = head(
    "POST /v1/chat?a=%20 HTTP/1.1",
    "Host: a.example:80",
    "X-One: \t b c \t",
    "x-one:d",
    "Empty:",
  );
  assert.deepEqual([found.method, found.target, found.host], ["POST", "/v1/chat?a=%20", "a.example:80"]);
  assert.equal(headerOf(found, "x-one"), "b c, d");
  assert.equal(headerOf(found, "empty"), "");
  assert.equal(headerOf(found, "x-two"), null);
  assert.deepEqual(found.body, { by: "length", length: 0 });
});

Deno.test("only blanks are cut off a value, and a long row of them takes no time", () => {
  const blanks = " ".repeat(30_000);
  const found = head("GET / HTTP/1.1", "Host: a", `X-One:${blanks}\u00a0b${blanks}c${blanks}`);
  assert.equal(headerOf(found, "x-one"), `\u00a0b${blanks}c`);
});

Deno.test("an absolute target names the host itself", () => {
  const found = head("GET http://b.example/x?y HTTP/1.1", "Host: a.example");
  assert.deepEqual([found.host, found.target], ["b.example", "/x?y"]);
  assert.equal(head("GET http://b.example HTTP/1.1", "Host: a").target, "/");
  assert.equal(head("OPTIONS * HTTP/1.1", "Host: a").target, "*");
});

Deno.test("a connection is kept unless HTTP/1.0 or the client says otherwise", () => {
  assert.equal(head("GET / HTTP/1.1", "Host: a").keepsAlive, true);
  assert.equal(head("GET / HTTP/1.1", "Host: a", "Connection: Keep-Alive, Close").keepsAlive, false);
  assert.equal(head("GET / HTTP/1.0").keepsAlive, false);
  assert.equal(head("GET / HTTP/1.0", "Connection: keep-alive").keepsAlive, true);
});

const GET = "GET / HTTP/1.1";
const POST = "POST / HTTP/1.1";
const HOST = "Host: a";
const REFUSED: [why: string, status: number, lines: string[]][] = [
  ["a length beside a transfer coding", 400, [POST, HOST, "Content-Length: 1", "Transfer-Encoding: chunked"]],
  ["two lengths, though equal", 400, [POST, HOST, "Content-Length: 1", "Content-Length: 1"]],
  ["a list of lengths", 400, [POST, HOST, "Content-Length: 1, 1"]],
  ["a signed length", 400, [POST, HOST, "Content-Length: +1"]],
  ["a negative length", 400, [POST, HOST, "Content-Length: -1"]],
  ["a hexadecimal length", 400, [POST, HOST, "Content-Length: 0x1"]],
  ["an empty length", 400, [POST, HOST, "Content-Length:"]],
  ["a length beyond all numbers", 400, [POST, HOST, `Content-Length: ${"9".repeat(30)}`]],
  ["two transfer codings", 400, [POST, HOST, "Transfer-Encoding: chunked", "Transfer-Encoding: chunked"]],
  ["another transfer coding", 501, [POST, HOST, "Transfer-Encoding: gzip, chunked"]],
  ["a disguised transfer coding", 501, [POST, HOST, "Transfer-Encoding: xchunked"]],
  ["a transfer coding in HTTP/1.0", 400, ["POST / HTTP/1.0", HOST, "Transfer-Encoding: chunked"]],
  ["a space before the colon", 400, [POST, HOST, "Content-Length : 1"]],
  ["a folded line", 400, [POST, HOST, "X-One: a", " Content-Length: 1"]],
  ["a folded line with a tab", 400, [POST, HOST, "X-One: a", "\tb"]],
  ["a line without a colon", 400, [GET, HOST, "nonsense"]],
  ["a header without a name", 400, [GET, HOST, ": a"]],
  ["a name that is no token", 400, [GET, HOST, "X(One): a"]],
  ["a name beyond ASCII", 400, [GET, HOST, "X-\u00e9: a"]],
  ["no host", 400, [GET]],
  ["two hosts", 400, [GET, HOST, "Host: b"]],
  ["a host with a path", 400, [GET, "Host: a/b"]],
  ["a host with a user", 400, [GET, "Host: a@b"]],
  ["a relative target", 400, ["GET v1 HTTP/1.1", HOST]],
  ["a target with a space", 400, ["GET /a b HTTP/1.1", HOST]],
  ["a target with a fragment", 400, ["GET /a#b HTTP/1.1", HOST]],
  ["a target of another scheme", 400, ["GET ftp://a/b HTTP/1.1", HOST]],
  ["no version", 400, ["GET /", HOST]],
  ["the start of HTTP/2", 505, ["PRI * HTTP/2.0", HOST]],
  ["a version that is none", 400, ["GET / HTTP/1.1x", HOST]],
  ["an expectation that cannot be met", 417, [POST, HOST, "Expect: magic"]],
  ["too many headers", 431, [GET, HOST, ...Array(200).fill("a: b")]],
];

for (const [why, status, lines] of REFUSED) {
  Deno.test(`a request with ${why} is refused with ${status}`, () =>
    assert.equal(statusOf(...lines), status));
}
