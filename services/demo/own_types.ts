/** A custom document type, for the lists and the editor. */
export const DELIVERY_NOTE = {
  name: "delivery_note",
  names: { en: "Delivery note", ar: "إشعار تسليم" },
  terms: {
    title: ["delivery note", "سند تسليم"],
    strong: ["goods received in good condition", "استلمت البضاعة بحالة جيدة"],
  },
  fields: [
    {
      key: "note_number",
      names: { en: "Note number", ar: "رقم الإشعار" },
      labels: ["note no", "رقم السند"],
      shape: "identifier",
      pattern: "DN-[0-9]{6}",
      required: true,
    },
    {
      key: "order_date",
      names: { en: "Order date", ar: "تاريخ الطلب" },
      labels: ["order date"],
      shape: "date",
    },
    {
      key: "delivery_date",
      names: { en: "Delivery date", ar: "تاريخ التسليم" },
      labels: ["delivery date"],
      shape: "date",
    },
  ],
};
