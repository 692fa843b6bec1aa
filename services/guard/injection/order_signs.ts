/** Signs of a text that gives orders to the model reading it, or exfiltrates data. */
import type { Concept } from "./concept.ts";
import { foreignWeight, type WordSign } from "./word_sign.ts";

const OBJECT: readonly Concept[] = ["rules", "modelRules", "limits"];
const READERS: readonly Concept[] = ["ai", "helper", "tool"];
const MODELS: readonly Concept[] = ["ai", "tool"];
const ORDERS: readonly Concept[] = ["must", "act", "show", "conceal", "drop", "award", "unasked"];
const OTHERS: readonly Concept[] = ["people"];
const TELLING: readonly Concept[] = ["people", "defence", "reported"];

const ADDRESSES: readonly WordSign[] = [
  {
    ...{ id: "commands_a_model", family: "addressed", weight: foreignWeight(0.55, 0), head: ["called"] },
    explanation: "speaks to the model that reads the text and tells it what to do",
    ...{ near: [ORDERS], with: MODELS, span: 14, sentences: 1, without: ["people", "defence"] },
  },
  {
    ...{ id: "commands_an_assistant", family: "addressed", weight: foreignWeight(0.5, 0), head: ["called"] },
    explanation: "speaks to an assistant that reads the text and tells it what to do",
    ...{ near: [ORDERS], span: 12, sentences: 1, without: ["people", "defence"] },
  },
  {
    ...{ id: "calls_the_model", family: "addressed", weight: foreignWeight(0.35, 0), head: ["called"] },
    explanation: "speaks to the model that reads the text",
    ...{ near: [], span: 0, without: ["people", "defence"] },
  },
  {
    ...{ id: "orders_the_model", family: "addressed", weight: foreignWeight(0.4, 0), head: READERS },
    explanation: "tells the model that reads the text what to do",
    ...{
      near: [["must", "conceal", "drop", "award"]],
      span: 9,
      sentences: 1,
      without: ["people", "defence", "reported"],
    },
  },
  {
    ...{ id: "asks_the_model", family: "addressed", weight: foreignWeight(0.25, 0), head: READERS },
    explanation: "asks the model that reads the text for something",
    ...{ near: [["act", "show"]], span: 9, sentences: 1, without: ["people", "defence", "reported"] },
  },
];

const HIJACKS: readonly WordSign[] = [
  {
    ...{ id: "unasked_act", family: "hijack", weight: foreignWeight(0.4, 0.15), head: ["act"] },
    explanation: "wants something done without asking anyone",
    ...{
      near: [["asset"], ["unasked", "conceal"]],
      span: 24,
      around: true,
      sentences: 2,
      without: ["people"],
    },
  },
  {
    ...{ id: "hidden_act", family: "hijack", weight: foreignWeight(0.35, 0.15), head: ["conceal"] },
    explanation: "wants something kept from the user",
    ...{ near: [["user", "criteria"]], span: 14, around: true, sentences: 1, without: ["people"] },
  },
  {
    ...{ id: "model_acts", family: "hijack", weight: foreignWeight(0.3, 0), head: READERS },
    explanation: "has the model act on data or accounts",
    ...{
      near: [["act"], ["asset", "secret", "chat", "memory"]],
      span: 16,
      sentences: 1,
      without: ["defence"],
    },
  },
];

const MANIPULATIONS: readonly WordSign[] = [
  {
    ...{ id: "wants_award", family: "manipulation", weight: foreignWeight(0.4, 0.15), head: READERS },
    explanation: "tells an evaluating model its result",
    ...{ near: [["award"]], span: 22, sentences: 2, without: ["people", "defence"] },
  },
  {
    ...{ id: "waives_criteria", family: "manipulation", weight: foreignWeight(0.4, 0.1), head: READERS },
    explanation: "tells an evaluating model to pass over criteria",
    ...{
      near: [["drop", "conceal", "unasked", "award"], ["criteria"]],
      span: 22,
      sentences: 2,
      without: ["people", "defence"],
    },
  },
];

const OTHER_SIGNS: readonly WordSign[] = [
  {
    ...{ id: "speaks_of_model_rules", family: "subject", weight: 0.2, head: ["your", "ai", "owner", "told"] },
    explanation: "speaks of the model's own rules",
    ...{ near: [["modelRules", "limits"]], span: 5, around: true, without: ["people", "defence"] },
  },
  {
    ...{ id: "asks_makers_words", family: "leak", weight: 0.45, head: ["show"] },
    explanation: "asks what the model was told",
    ...{ near: [["told"]], span: 7, without: ["people", "defence"] },
  },
  {
    ...{ id: "asks_for_secret", family: "leak", weight: 0.25, head: ["show"] },
    explanation: "asks for a secret",
    ...{ near: [["secret"]], span: 5, without: ["people", "defence"] },
  },
  {
    ...{
      id: "drops_limits",
      family: "override",
      weight: { input: 0.35, tool: 0.25, document: 0.2 },
      head: ["drop"],
    },
    explanation: "sets rules or limits aside",
    ...{ near: [["rules", "limits", "modelRules"]], span: 3, without: TELLING },
  },
  {
    ...{ id: "earlier_rules_have_ended", family: "override", weight: 0.35, head: ["ended"] },
    explanation: "says that earlier rules no longer hold",
    ...{ near: [["prior"], OBJECT], span: 8, around: true, without: OTHERS },
  },
  {
    ...{ id: "pretended_away", family: "persona", weight: 0.4, head: ["persona"] },
    explanation: "has the model pretend that its rules are others",
    ...{
      near: [["modelRules"], ["ended", "none", "drop", "not"]],
      span: 14,
      sentences: 1,
      around: true,
      without: ["defence"],
    },
  },
  {
    ...{ id: "asks_users_for_secrets", family: "hijack", weight: foreignWeight(0.45, 0.1), head: ["act"] },
    explanation: "wants secrets or card numbers out of the user",
    ...{ near: [["user"], ["secret"]], span: 10, without: ["people", "defence"] },
  },
  {
    ...{ id: "shapes_the_reading", family: "hijack", weight: foreignWeight(0.5, 0), head: ["processing"] },
    explanation: "says what a summary, review or answer about the text should hold",
    ...{
      near: [["act", "award", "conceal"], ["carry", "conceal", "award", "user", "must"]],
      span: 16,
      sentences: 1,
      without: ["people", "defence"],
    },
  },
  {
    ...{
      id: "decode_and_obey",
      family: "payload",
      weight: { input: 0.6, tool: 0.55, document: 0.3 },
      head: ["decode"],
    },
    explanation: "asks to decode a text and to do what it says",
    ...{ near: [["obey"]], span: 30, around: true, sentences: 2, without: ["defence"] },
  },
  {
    ...{ id: "carries_data_away", family: "exfiltration", weight: 0.5, head: ["carry"] },
    explanation: "has a conversation put into a link or sent away",
    ...{ near: [["act", "show"], ["chat"]], span: 25, around: true, sentences: 1, without: ["defence"] },
  },
  {
    ...{ id: "planted_trigger", family: "trigger", weight: 0.35, head: ["trigger"] },
    explanation: "plants a behaviour for later",
    ...{ near: [["drop", "free", "act", "limits", "conceal"]], span: 18, sentences: 1, without: OTHERS },
  },
  {
    ...{ id: "planted_memory", family: "trigger", weight: foreignWeight(0.5, 0.1), head: ["memory"] },
    explanation: "plants something in the model's memory",
    ...{ near: [["act", "user", "award", "conceal"]], span: 20, around: true, sentences: 1 },
  },
  {
    ...{
      id: "pressure",
      family: "pressure",
      weight: foreignWeight(0.1, 0.25),
      head: ["pressure", "authority", "bribe"],
    },
    explanation: "presses, threatens or pays the model, or claims authority over it",
    ...{
      near: [["drop", "show", "limits", "modelRules", "refuse", "secret", "told", "confided"]],
      span: 30,
      around: true,
      sentences: 2,
      without: OTHERS,
    },
  },
];

export const ORDER_SIGNS: readonly WordSign[] = [...ADDRESSES, ...HIJACKS, ...MANIPULATIONS, ...OTHER_SIGNS];
