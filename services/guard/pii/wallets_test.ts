import assert from "node:assert/strict";
import { detect } from "./detect.ts";
import { isBase58Check, isBech32, isEthereum } from "./wallets.ts";

/** The address with each of its characters changed in turn. */
function* misspelled(address: string, from: number): Generator<string> {
  for (let i = from; i < address.length; i++) {
    const other = address.charAt(i) === "2" ? "3" : "2";
    yield address.slice(0, i) + other + address.slice(i + 1);
  }
}

Deno.test("isEthereum() knows the checksums of EIP-55", () => {
  for (
    const address of [
      "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
      "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
      "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
      "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
    ]
  ) {
    assert.ok(isEthereum(address), address);
    for (let i = 2; i < address.length; i++) {
      const letter = address.charAt(i);
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      if (letter !== other) assert.ok(!isEthereum(address.slice(0, i) + other + address.slice(i + 1)));
    }
  }
});

Deno.test("an Ethereum address in one case has no checksum", () => {
  const address = "5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
  for (const one of [`0x${address}`, `0x${address.toUpperCase()}`]) {
    assert.deepEqual(detect(`pay ${one} now`).map(({ type }) => type), ["CRYPTO_WALLET"]);
  }
  assert.deepEqual(detect("pay 0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed now"), []);
});

Deno.test("isBase58Check() detects a misspelled address", () => {
  for (
    const address of [
      "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
      "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
      "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
      "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
    ]
  ) {
    assert.ok(isBase58Check(address), address);
    for (const wrong of misspelled(address, 1)) assert.ok(!isBase58Check(wrong), wrong);
  }
});

Deno.test("isBech32() knows the addresses of BIP 173 and BIP 350", () => {
  for (
    const address of [
      "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
      "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7",
      "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs",
      "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
    ]
  ) {
    assert.ok(isBech32(address), address);
    for (const wrong of misspelled(address, 4)) assert.ok(!isBech32(wrong), wrong);
  }
});

Deno.test("isBech32() refuses the other version's checksum, mixed cases and lengths that cannot be", () => {
  for (
    const address of [
      "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh",
      "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
      "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7",
      "BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P",
      "bc1gmk9yu",
    ]
  ) assert.ok(!isBech32(address), address);
});
