/** Parties of a contract that are told by what the contract calls them. */
import assert from "node:assert/strict";
import { calledParties } from "./called_parties.ts";
import { type Placed, placedFields } from "./placed_fields_fixture.ts";

Deno.test("parties are the names before what the contract calls them, in either language", () => {
  for (
    const lines of [
      ["Reef Traders Ltd (the Client) and Kestrel Works B.V. (the Contractor) agree as follows."],
      [
        "Reef Traders Ltd, Mombasa, hereinafter called “the Client”, and Kestrel Works B.V., Haarlem,",
        "hereinafter called “the Contractor”, have agreed as follows:",
      ],
      [
        "The undersigned:",
        "a. Reef Traders Ltd, established in Mombasa, hereinafter: Client;",
        "b. Kestrel Works B.V., established in Haarlem, hereinafter: Contractor;",
      ],
      [
        "PARTIES",
        "A. Reef Traders Ltd, Mombasa, called the Client",
        "B. Kestrel Works B.V., called the Contractor",
      ],
      [
        "I. Reef Traders Ltd, having its office in Mombasa (hereinafter the “Seller”)",
        "II. Kestrel Works B.V., having its office in Haarlem (hereinafter the “Buyer”)",
      ],
    ]
  ) {
    const placed = ["SERVICE AGREEMENT", ...lines, "The Contractor maintains the pumps."]
      .map((line, i): Placed => [line, 100, i * 40]);
    const fields = placedFields("contract", placed);
    assert.deepEqual(
      [fields.first_party, fields.second_party],
      ["Reef Traders Ltd", "Kestrel Works B.V."],
      lines.join(" "),
    );
  }
  for (
    const lines of [
      [
        "(أ) شركة الريف للتجارة، ومقرها الرياض، «صاحب العمل»",
        "(ب) مؤسسة الكرمل للأعمال، ومقرها جدة، «المقاول»",
      ],
      [
        "الموقعون أدناه:",
        "شركة الريف للتجارة، مقرها مكناس، يمثلها السيد أنوار، المشار إليها بالمكري،",
        "من جهة، ومؤسسة الكرمل للأعمال، مقرها فاس، المشار إليها بالمكتري، من جهة أخرى",
      ],
      [
        "بين السادة شركة الريف للتجارة المسجلة في الرياض، وتسمى فيما بعد «العميل»،",
        "والسادة مؤسسة الكرمل للأعمال المسجلة في جدة، وتسمى فيما بعد «المقاول».",
      ],
      ["السادة / شركة الريف للتجارة (طرف أول مؤجر)", "السادة / مؤسسة الكرمل للأعمال (طرف ثان مستأجر)"],
    ]
  ) assert.deepEqual(calledParties(lines), ["شركة الريف للتجارة", "مؤسسة الكرمل للأعمال"], lines.join(" "));
});

Deno.test("a contract that calls no two parties has none by their roles", () => {
  assert.equal(
    calledParties(["The Contractor maintains the pumps.", "The Client pays for them."]),
    undefined,
  );
  assert.equal(
    calledParties([
      "جماعة مكناس",
      "الطرف الأول (المكري): شركة الريف للتجارة",
      "الطرف الثاني (المكتري): مؤسسة الكرمل",
    ]),
    undefined,
  );
  assert.equal(calledParties(["Reef Traders Ltd (the Client) orders pumps."]), undefined);
  assert.equal(
    calledParties([
      "Schedule of particulars",
      "First party (the Client) Reef Water Authority, Plot 12, Mombasa",
      "Second party (the Contractor) Karmel Works (Private) Limited, Nakuru",
    ]),
    undefined,
  );
  assert.equal(
    calledParties(["مصنع الأفق", "الطرف الأول (العميل) هيئة الريف", "الطرف الثاني (المقاول) مؤسسة الكرمل"]),
    undefined,
  );
});
