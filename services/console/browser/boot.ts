/** The facts that the page started with, and who is signed in now. */
import { computed, signal } from "@preact/signals";
import type { Boot } from "../shared/boot.ts";

function readBoot(): Boot {
  return JSON.parse(document.getElementById("boot")?.textContent ?? "{}");
}

export const boot: Boot = readBoot();

/** Who is signed in; null for nobody. */
export const user = signal(boot.user);
/** Unix seconds at which the session ends. */
export const expires = signal(boot.expires);
export const csrf = signal(boot.csrf);

export const isAdmin = computed(() => user.value?.role === "admin");
export const isManager = computed(() => user.value?.role === "admin" || user.value?.role === "manager");

/**
 * Fetches the signed-in user: a cross-site link arrives without the cookie, requests of this page have it.
 */
export async function askWhoIAm(): Promise<void> {
  const response = await fetch("/me");
  const told: { user: Boot["user"]; expires?: number; csrf?: string } = await response.json();
  user.value = told.user;
  expires.value = told.expires ?? 0;
  csrf.value = told.csrf ?? "";
}
