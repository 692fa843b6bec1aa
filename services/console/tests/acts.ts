/** What each role can do in each view, on things that are not its own. */

/** By which roles an act is seen. */
export interface Acts {
  everyone?: string[];
  /** A manager and an admin. */
  managers?: string[];
  admin?: string[];
  /** Not a manager, nor an admin: they have another view there. */
  user?: string[];
  /** Not an admin, who has more. */
  manager?: string[];
}

/** On a document that one may change. */
const CHANGES_OF_DOCUMENT = [
  "Add",
  "Delete",
  "Invoice date",
  "Put under legal hold",
  "Read again",
  "Save",
  "Share",
  "Take off 2026",
  "Take off عاجل",
  "Take the correction back",
  "المبلغ, row 1: 900.00",
  "المبلغ, row 2: 1400.00",
  "الوصف, row 1: حبر",
  "الوصف, row 2: ورق",
];

export const ACTS: Record<string, Acts> = {
  "/gateway?view=keys": {
    admin: ["New key"],
  },
  "/gateway?view=groups": {
    admin: ["Delete فريق الخدمات", "New customer", "New team"],
  },
  "/gateway?view=playground": {
    everyone: [
      "Choose an image",
      "Copy as Python",
      "Copy as TypeScript",
      "Copy as curl",
      "Image",
      "Run",
      "Stop",
    ],
  },
  "/guard?view=trial": {
    managers: ["Judge by the policies", "Look for an attack"],
  },
  "/guard?view=policies": {
    managers: ["Export as YAML"],
    admin: ["Import policies", "New policy"],
  },
  "/guard?view=recognisers": {
    admin: ["Delete الرقم الوظيفي", "New recogniser"],
  },
  "/guard?view=alerts": {
    managers: [
      "Acknowledge",
      "Delete https://hooks.example.com/diwan",
      "Delete تسريب",
      "Deliveries",
      "New rule",
      "New webhook",
      "Resolve",
      "Test",
    ],
  },
  "/guard?view=reports": {
    managers: ["Create"],
  },
  "/guard?view=audit": {
    managers: ["Anchor the end now", "Prove the chain", "Signed export"],
  },
  "/documents": {
    everyone: ["Choose files", "Read these again"],
  },
  "/documents?view=review": {
    everyone: ["Read these again"],
  },
  "/documents?view=types": {
    managers: ["Delete Delivery note", "Export as YAML", "Import types", "New type"],
  },
  "/voice": {
    everyone: ["Choose a file", "Import a transcript", "Record"],
  },
  "/voice?view=live": {
    everyone: ["Listen"],
  },
  "/voice?view=chat": {
    everyone: ["Begin to talk"],
  },
  "/agents": {
    everyone: ["Approve", "New agent", "Reject"],
  },
  "/evaluation?view=results": {
    everyone: ["Evaluate a model"],
  },
  "/evaluation?view=matrix": {
    everyone: ["CSV with whole answers"],
  },
  "/evaluation?view=benchmarks": {
    managers: ["Write a benchmark"],
  },
  "/procurement": {
    everyone: ["New tender", "Public list"],
    managers: ["Import OCDS"],
  },
  "/procurement?view=suppliers": {
    everyone: ["New supplier"],
  },
  "/procurement?view=reports": {
    everyone: ["PDF: report.pdf"],
  },
  "/compliance": {
    everyone: ["Assess a system"],
  },
  "/compliance?view=certificates": {
    everyone: ["PDF", "Public page", "Verify"],
    managers: ["Revoke"],
  },
  "/settings?view=providers": {
    admin: ["Test all providers"],
  },
  "/gateway?view=keys&key=01a202d2-bbee-71fd-9a0c-84d8fa31f34c": {
    admin: ["Close", "Edit the key", "New key", "Revoke", "Rotate"],
  },
  "/gateway?view=models&model=echo": {
    everyone: ["Close"],
  },
  "/guard?view=policies&policy=p1": {
    managers: ["Close", "Export as YAML"],
    admin: [
      "Cancel",
      "Delete",
      "Import policies",
      "New policy",
      "Save",
      "Try it on the last 500 texts of the trail",
    ],
  },
  "/guard?view=policies&policy=p1&part=effect": {
    managers: ["Close", "Export as YAML"],
    admin: ["Import policies", "Let it take effect", "New policy"],
  },
  "/guard?view=policies&policy=p1&part=versions": {
    managers: ["Close", "Export as YAML"],
    admin: ["Import policies", "New policy", "Restore version 1", "Restore version 2"],
  },
  "/guard?view=recognisers&recogniser=c1": {
    everyone: ["Close"],
    admin: ["Cancel", "Delete الرقم الوظيفي", "New recogniser", "Save"],
  },
  "/guard?view=reports&report=g2": {
    managers: ["JSON"],
    user: ["Judge by the policies", "Look for an attack"],
  },
  "/guard?view=alerts&rule=r1": {
    managers: [
      "Acknowledge",
      "Close",
      "Delete https://hooks.example.com/diwan",
      "Delete تسريب",
      "Deliveries",
      "New rule",
      "New webhook",
      "Resolve",
      "Save",
      "Test",
    ],
    user: ["Judge by the policies", "Look for an attack"],
  },
  "/documents?document=0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7a33": {
    everyone: ["Files", "Invoice number: 1171/120", "Next page", "Previous page"],
    managers: CHANGES_OF_DOCUMENT,
  },
  "/documents?document=0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7a33&correct=invoice_id": {
    everyone: ["Files", "Invoice number: 1171/120", "Next page", "Previous page"],
    managers: ["Cancel", "Close", ...CHANGES_OF_DOCUMENT],
  },
  "/documents?view=types&type=delivery_note": {
    managers: ["Add a field", "Add a sum", "Add an order of dates", "Save", "Try"],
    user: ["Choose files", "Read these again"],
  },
  "/voice?transcription=0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7e01": {
    everyone: ["Choose the recording", "SRT", "TXT", "VTT"],
    managers: ["Delete", "Correct the sentence at 0:00", "Correct the sentence at 0:03", "Share"],
  },
  "/voice?view=chat&conversation=0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7e02": {
    everyone: ["Begin to talk", "Close"],
    managers: ["Delete", "Share"],
  },
  "/agents?agent=0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7c01": {
    everyone: ["Delete the conversation كم 15% من 1250؟", "Send"],
  },
  "/agents?agent=0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7c01&view=edit": {
    managers: ["Delete", "Save", "Send", "Share"],
  },
  "/agents?agent=0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7c01&view=runs&run=r1": {
    everyone: ["Close"],
  },
  "/agents?agent=0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7c01&view=runs&run=r2&with=r1": {
    everyone: ["Approve", "Close", "Reject"],
  },
  "/evaluation?result=e2": {
    everyone: ["CSV", "Label answers"],
    managers: ["Ask again what failed", "Share"],
  },
  "/evaluation?result=e2&with=e1": {
    everyone: ["CSV", "Label answers"],
    managers: ["Ask again what failed", "Share"],
  },
  "/evaluation?result=e2&label=1&at=1": {
    everyone: ["1 Right", "2 Partly", "3 Wrong", "4 Cannot say", "Next", "Previous"],
  },
  "/evaluation?result=e3": {
    everyone: ["CSV"],
    managers: ["Share", "Stop"],
  },
  "/evaluation?view=benchmarks&edit=": {
    managers: [
      "1. q1",
      "Add a choice",
      "Add a question",
      "As JSON",
      "Ask the model",
      "Cancel",
      "Read a file",
      "Remove the question",
      "Save",
      "Score the answer",
    ],
  },
  "/evaluation?view=benchmarks&edit=arabic-grammar": {
    managers: [
      "1. ما إعراب الكلمة؟",
      "Add a choice",
      "Add a question",
      "As JSON",
      "Ask the model",
      "Cancel",
      "Read a file",
      "Remove choice A",
      "Remove choice B",
      "Remove the question",
      "Save",
      "Score the answer",
    ],
  },
  "/evaluation?view=benchmarks&benchmark=arabic-grammar": {
    everyone: ["Close"],
    managers: ["Write a benchmark"],
  },
  "/procurement?tender=0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7b01": {
    everyone: ["OCDS"],
    managers: [
      "Analyse the tender",
      "As in the tender",
      "Award",
      "Cancel the tender",
      "Disqualify",
      "Edit the tender",
      "Evaluate all bids",
      "ISO 9001, Gulf Falcon: Met",
      "ISO 9001, شركة النخيل: Unclear suggested: met",
      "Create a report",
    ],
  },
  "/procurement?view=suppliers&supplier=s1": {
    everyone: ["Close", "New supplier"],
    managers: ["Add to the record", "Compute the score"],
  },
  "/compliance?system=0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7d01": {
    everyone: ["Assess again", "CSV", "PDF"],
    managers: ["Issue a certificate", "Share"],
  },
  "/guard": {
    user: ["Judge by the policies", "Look for an attack"],
  },
  "/guard?view=reports&report=g2&before=g1": {
    user: ["Judge by the policies", "Look for an attack"],
  },
  "/documents?view=types&type=new": {
    user: ["Choose files", "Read these again"],
  },
};
