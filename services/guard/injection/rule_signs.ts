/**
 * Signs of a text that works against a model's rules: disregards them, asks for them, pretends there are
 * none.
 */
import type { Concept } from "./concept.ts";
import { foreignWeight, type WordSign } from "./word_sign.ts";

const OBJECT: readonly Concept[] = ["rules", "modelRules", "limits"];
const MAKERS: readonly Concept[] = ["owner", "told"];
const OTHERS: readonly Concept[] = ["people"];
const TELLING: readonly Concept[] = ["people", "defence", "reported"];

const OVERRIDES: readonly WordSign[] = [
  {
    ...{ id: "drop_own_rules", family: "override", weight: 0.65, head: ["drop"] },
    explanation: "tells the model to set its own rules aside",
    ...{ near: [["your", "told", "owner"], OBJECT], span: 8, without: OTHERS },
  },
  {
    ...{ id: "drop_model_rules", family: "override", weight: 0.6, head: ["drop"] },
    explanation: "tells the reader to set a model's prompt or guardrails aside",
    ...{ near: [["modelRules"]], span: 6, without: TELLING },
  },
  {
    ...{ id: "drop_earlier_rules", family: "override", weight: 0.55, head: ["drop"] },
    explanation: "tells the reader to set earlier or all rules aside",
    ...{ near: [["prior"], ["rules", "modelRules"]], span: 6, without: OTHERS },
  },
  {
    ...{ id: "drop_makers_words", family: "override", weight: 0.6, head: ["drop"] },
    explanation: "tells the model to set aside what its operator told it",
    ...{ near: [["told"]], span: 8, without: TELLING },
  },
  {
    ...{ id: "rules_have_ended", family: "override", weight: 0.6, head: ["ended"] },
    explanation: "says that the model's rules no longer hold",
    ...{ near: [OBJECT, ["your", "owner", "told", "ai", "helper"]], span: 10, around: true, without: OTHERS },
  },
  {
    ...{ id: "persona_after_rules", family: "override", weight: 0.5, head: ["persona"] },
    explanation: "asks for the answers of somebody for whom the rules no longer hold",
    ...{ near: [OBJECT, ["ended"]], span: 24, sentences: 1, without: OTHERS },
  },
  {
    ...{ id: "as_if_without_rules", family: "override", weight: 0.55, head: ["persona", "refuse"] },
    explanation: "asks for answers as if the operator's rules did not exist",
    ...{ near: [["ended", "none"], MAKERS], span: 18, sentences: 1 },
  },
];

const LEAKS: readonly WordSign[] = [
  {
    ...{ id: "show_model_rules", family: "leak", weight: 0.55, head: ["show"] },
    explanation: "asks for the system prompt or hidden instructions",
    ...{ near: [["modelRules"]], span: 10, sentences: 1, without: ["people", "defence"] },
  },
  {
    ...{ id: "show_own_rules", family: "leak", weight: 0.5, head: ["show"] },
    explanation: "asks for the model's own instructions or secrets",
    ...{ near: [["your", "told", "owner"], ["brief", "modelRules", "secret"]], span: 12, without: OTHERS },
  },
  {
    ...{ id: "show_own_policies", family: "leak", weight: 0.3, head: ["show"] },
    explanation: "asks for the model's own rules",
    ...{ near: [["your", "told", "owner"], ["rules"]], span: 8, without: OTHERS },
  },
  {
    ...{ id: "show_confided", family: "leak", weight: 0.5, head: ["show"] },
    explanation: "asks for what the operator keeps secret",
    ...{
      near: [["confided"], MAKERS, ["your", "told"]],
      span: 16,
      around: true,
      sentences: 1,
      without: OTHERS,
    },
  },
  {
    ...{ id: "show_secrets", family: "leak", weight: foreignWeight(0.45, 0.35), head: ["show"] },
    explanation: "asks for secrets that the model holds",
    ...{ near: [["confided", "your"], ["secret"]], span: 9, around: true, without: ["people", "defence"] },
  },
  {
    ...{ id: "show_beginning", family: "leak", weight: 0.55, head: ["show"] },
    explanation: "asks for the text before the conversation",
    ...{ near: [["begins"]], span: 12, around: true, sentences: 1 },
  },
  {
    ...{ id: "verbatim_rules", family: "leak", weight: 0.5, head: ["verbatim"] },
    explanation: "asks for the model's instructions word for word",
    ...{ near: [["rules", "modelRules"], ["your", "told", "owner"]], span: 25, around: true, sentences: 2 },
  },
  {
    ...{ id: "secret_in_pieces", family: "leak", weight: 0.5, head: ["verbatim"] },
    explanation: "asks for a secret piece by piece",
    ...{ near: [["secret"], ["told", "confided"]], span: 20, around: true, sentences: 2, without: OTHERS },
  },
];

const PERSONAS: readonly WordSign[] = [
  {
    ...{ id: "free_persona", family: "persona", weight: foreignWeight(0.45, 0.6), head: ["persona", "mode"] },
    explanation: "gives the model a role without rules",
    ...{ near: [["free"]], span: 24, around: true, sentences: 2 },
  },
  {
    ...{
      id: "answer_without_limits",
      family: "persona",
      weight: { input: 0.4, tool: 0.25, document: 0.25 },
      head: ["none"],
    },
    explanation: "asks for answers without limits",
    ...{ near: [["limits"]], span: 3, without: TELLING },
  },
  {
    ...{ id: "mode_on", family: "persona", weight: 0.5, head: ["mode"] },
    explanation: "turns a developer mode or the like on",
    ...{
      near: [["free", "modelRules", "ai", "refuse"]],
      span: 14,
      around: true,
      sentences: 1,
      without: ["people"],
    },
  },
  {
    ...{ id: "swapped_roles", family: "persona", weight: 0.5, head: ["swap"] },
    explanation: "turns the roles of user and model around",
    ...{
      near: [["show", "rules", "modelRules", "told", "refuse", "secret", "confided"]],
      span: 30,
      sentences: 2,
    },
  },
  {
    ...{ id: "told_in_fiction", family: "persona", weight: 0.55, head: ["imagined"] },
    explanation: "has a character give away the model's own text",
    ...{ near: [["your"], ["modelRules", "confided", "secret"]], span: 30, around: true, sentences: 3 },
  },
];

const TAKEOVERS: readonly WordSign[] = [
  {
    ...{ id: "new_authority", family: "takeover", weight: 0.5, head: ["start"] },
    explanation: "announces new instructions of higher rank",
    ...{
      near: [["ai", "tool", "drop", "modelRules", "ended", "show", "newTask"]],
      span: 20,
      around: true,
      sentences: 2,
      without: OTHERS,
    },
  },
  {
    ...{ id: "new_master", family: "takeover", weight: 0.5, head: ["loyalty"] },
    explanation: "claims the model's obedience",
    ...{ near: [["owner", "told", "rules", "drop"]], span: 20, around: true, sentences: 2 },
  },
  {
    ...{ id: "new_task", family: "takeover", weight: foreignWeight(0.55, 0.3), head: ["newTask"] },
    explanation: "gives the model another task than its user did",
    ...{
      near: [["drop", "ended", "ai", "tool", "asset", "act", "persona"]],
      span: 14,
      around: true,
      sentences: 1,
      without: OTHERS,
    },
  },
  {
    ...{ id: "rules_for_reply", family: "takeover", weight: foreignWeight(0.25, 0.4), head: ["refuse"] },
    explanation: "forbids the model to refuse",
    ...{
      near: [["rules", "limits", "modelRules", "show", "free"]],
      span: 14,
      around: true,
      sentences: 1,
      without: TELLING,
    },
  },
];

export const RULE_SIGNS: readonly WordSign[] = [...OVERRIDES, ...LEAKS, ...PERSONAS, ...TAKEOVERS];
