/** IP addresses with spoken dots, in hexadecimal or octal digits, or as one number. */
import type { Edit } from "lib/streams/held_channel.ts";
import { plainDigits } from "./grouped_numbers.ts";
import { SAID_DOT } from "./respelled_values.ts";

/** Most findings of one kind in a text. */
const MOST = 2_000;

const PART = "[\\d٠-٩۰-۹]{1,3}";
const ADDRESS = new RegExp(String.raw`(?<![\w.])${PART}(?:${SAID_DOT}${PART}){3}(?!\w|\.\d)`, "g");
const MAY_BE_ADDRESS = new RegExp(`${PART}${SAID_DOT}${PART}${SAID_DOT}${PART}`);

export function addressesIn(text: string): Edit[] {
  const numbers = NUMBERED_HOST.test(text) ? numberedHostsIn(text) : [];
  if (!MAY_BE_ADDRESS.test(text)) return numbers;
  return [
    ...numbers,
    ...[...text.matchAll(ADDRESS)].filter(([address]) => /[^\d.]/.test(address)).slice(0, MOST)
      .map(({ 0: address, index }) => {
        return {
          start: index,
          end: index + address.length,
          text: (plainDigits(address).match(/\d+/g) ?? []).join("."),
        };
      }),
  ];
}

/** An address in hexadecimal or octal digits, or a URL whose host is one number. */
const NUMBERED_HOST =
  /0x[0-9a-f]{1,2}\.0x|(?<![\w.])0[0-3][0-7]{2}\.0|:\/\/(?:0x[0-9a-f]{8}|\d{8,10})(?![\w.])/i;

function numberedHostsIn(text: string): Edit[] {
  const pattern =
    /(?<![\w.])0x[0-9a-f]{1,2}(?:\.0x[0-9a-f]{1,2}){3}(?![\w.])|(?<![\w.])0[0-3][0-7]{2}(?:\.0[0-7]{0,3}){3}(?![\w.])|(?<=:\/\/)(?:0x[0-9a-f]{8}|\d{8,10})(?![\w.])/gi;
  return [...text.matchAll(pattern)].slice(0, MOST).flatMap(({ 0: host, index }) => {
    const isOctal = /^0\d.*\./.test(host);
    const parts = host.split(".").map((part) => isOctal ? parseInt(part, 8) : Number(part));
    const value = parts.reduce((sum, part) => sum * 256 + part, 0);
    if (value > 0xffffffff || value < 0x1000000) return [];
    const address = [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".");
    return [{ start: index, end: index + host.length, text: address }];
  });
}
