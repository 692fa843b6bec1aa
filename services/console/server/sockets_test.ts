import assert from "node:assert/strict";
import { scripted, testConsole } from "../console_fixture.ts";
import { closeClient, mayPass } from "./sockets.ts";

Deno.test("mayPass() takes the codes that close() takes", () => {
  for (const code of [1000, 3000, 4999]) assert.ok(mayPass(code));
  for (const code of [1001, 1005, 1006, 1011, 2999, 5000]) assert.ok(!mayPass(code));
});

Deno.test("a client's socket that is closed before it is open ends, and the server with it", async () => {
  const server = scripted((request) => {
    const { socket, response } = Deno.upgradeWebSocket(request);
    closeClient(socket, 1011, "away");
    return response;
  });
  const socket = new WebSocket(server.address.replace("http", "ws"));
  const closed = Promise.withResolvers<CloseEvent>();
  socket.onclose = closed.resolve;
  const { code, reason } = await closed.promise;
  assert.deepEqual([code, reason], [1011, "away"]);
  await server.close();
});

Deno.test("a WebSocket goes through with its credential, both ways, and its close codes", async () => {
  const credentials: (string | null)[] = [];
  const service = scripted((request) => {
    credentials.push(request.headers.get("authorization"));
    const { socket, response } = Deno.upgradeWebSocket(request);
    socket.onmessage = ({ data }) =>
      data === "end" ? socket.close(4001, "انتهى") : socket.send(`echo ${data}`);
    return response;
  });
  const socketService = async () => {
    await using desk = await testConsole({ addresses: { voice: service.address } });
    const front = scripted(desk.app.fetch);
    const { cookie } = await desk.signIn();
    const address = `${front.address.replace("http", "ws")}/api/voice/api/v1/stream`;
    const socket = new WebSocket(address, { headers: { cookie, origin: front.address } });
    const messages: string[] = [];
    const closed = Promise.withResolvers<CloseEvent>();
    socket.onopen = () => socket.send("hello");
    socket.onmessage = ({ data }) => {
      messages.push(data);
      socket.send("end");
    };
    socket.onclose = closed.resolve;
    const { code, reason } = await closed.promise;
    assert.deepEqual([messages, code, reason], [["echo hello"], 4001, "انتهى"]);
    assert.match(credentials[0] ?? "", /^Bearer ey/);
    const foreign = new WebSocket(address, { headers: { cookie, origin: "https://evil.example" } });
    const refused = Promise.withResolvers<void>();
    foreign.onerror = (event) => event.preventDefault();
    foreign.onclose = () => refused.resolve();
    await refused.promise;
    assert.equal(credentials.length, 1);
    await front.close();
  };
  await socketService();
  await service.close();
});

Deno.test("a browser's plain close and a service that is away end the socket, not the console", async () => {
  await using desk = await testConsole();
  const front = scripted(desk.app.fetch);
  const { cookie } = await desk.signIn();
  const socket = new WebSocket(`${front.address.replace("http", "ws")}/api/voice/x`, {
    headers: { cookie, origin: front.address },
  });
  const closed = Promise.withResolvers<CloseEvent>();
  socket.onclose = closed.resolve;
  assert.equal((await closed.promise).code, 1011);
  assert.equal((await desk.request("/", { cookie })).status, 200);
  await front.close();
});
