import { createHash } from "node:crypto";
import { keccak_256 } from "@noble/hashes/sha3";
import type { Scan } from "./scan.ts";

/** Whether a token is an address of Bitcoin, Litecoin, Tron or Ethereum with a right checksum. */
export function isWallet({ text, wanted, budget }: Scan, start: number, end: number): boolean {
  if (!wanted("CRYPTO_WALLET")) return false;
  const token = text.slice(start, end);
  if (/^0x[0-9a-fA-F]{40}$/.test(token)) {
    return !isMixed(token) || budget.wallets-- <= 0 || isEthereum(token);
  }
  if (/^(?:bc|tb|ltc)1/i.test(token)) return isBech32(token);
  if (token.length > 35 || !/^[13TLM][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(token)) return false;
  return budget.wallets-- <= 0 || isBase58Check(token);
}

/** Letters of one case carry no checksum. */
function isMixed(address: string): boolean {
  return /[a-f]/.test(address) && /[A-F]/.test(address);
}

/** EIP-55: a letter is upper case where the hash of the lower-case address has a digit of 8 or more. */
export function isEthereum(address: string): boolean {
  const digits = address.slice(2);
  const lower = digits.toLowerCase();
  const hash = keccak_256(new TextEncoder().encode(lower)).toHex();
  for (let i = 0; i < 40; i++) {
    const capital = hash.charCodeAt(i) >= 56;
    const right = capital ? lower.charAt(i).toUpperCase() : lower.charAt(i);
    if (digits.charAt(i) !== right) return false;
  }
  return true;
}

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/** Bitcoin, its script hashes, Litecoin's two, Tron. */
const VERSIONS = new Set([0x00, 0x05, 0x30, 0x32, 0x41]);

export function isBase58Check(address: string): boolean {
  const bytes = new Uint8Array(25);
  for (let i = 0; i < address.length; i++) {
    let carry = BASE58.indexOf(address.charAt(i));
    for (let j = 24; j >= 0; j--) {
      carry += (bytes[j] ?? 0) * 58;
      bytes[j] = carry & 255;
      carry >>= 8;
    }
    if (carry !== 0) return false;
  }
  if (!VERSIONS.has(bytes[0] ?? 255)) return false;
  const sum = sha256(sha256(bytes.subarray(0, 21)));
  return [0, 1, 2, 3].every((i) => sum[i] === bytes[21 + i]);
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const BECH32_STEPS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** The checksum of BIP 173 or, from version 1 on, of BIP 350. */
export function isBech32(address: string): boolean {
  if (address !== address.toLowerCase() && address !== address.toUpperCase()) return false;
  const lower = address.toLowerCase();
  const split = lower.indexOf("1");
  const prefix = [...lower.slice(0, split)].map((character) => character.charCodeAt(0));
  const data = [...lower.slice(split + 1)].map((character) => BECH32.indexOf(character));
  const [version = 32] = data;
  if (data.length < 14 || data.includes(-1) || version > 16) return false;
  // Version 0 hashes a key or a script, in 20 or 32 bytes.
  if (version === 0 && data.length !== 39 && data.length !== 59) return false;
  let sum = 1;
  for (const value of [...prefix.map((unit) => unit >> 5), 0, ...prefix.map((unit) => unit & 31), ...data]) {
    const top = sum >> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    BECH32_STEPS.forEach((step, i) => sum ^= (top >> i) & 1 ? step : 0);
  }
  return sum === (version === 0 ? 1 : 0x2bc830a3);
}
