/** Words of live text and of voice chat. */
import { words } from "../../i18n/words.ts";

export const t = words({
  live: ["Live text", "نص مباشر"],
  live_words: [
    "Text appears while somebody speaks; each sentence is kept as a transcript.",
    "يظهر النص أثناء الكلام؛ وتُحفظ كل جملة نصًّا.",
  ],
  listen: ["Listen", "استمع"],
  stop: ["Stop", "أوقف"],
  hearing: ["Hearing", "يسمع"],
  kept: ["Transcript", "النص المحفوظ"],
  broken_off: ["The stream broke off ({code})", "انقطع البث ({code})"],
  chat: ["Voice chat", "محادثة صوتية"],
  chat_words: [
    "Speak, and wait a moment; it answers. Speak again and it stops to listen.",
    "تكلّم ثم انتظر لحظة فيجيبك. وإن تكلمت أثناء الجواب سكت واستمع.",
  ],
  aloud: ["Answer aloud", "أجب بصوت مسموع"],
  start_chat: ["Begin to talk", "ابدأ المحادثة"],
  end_chat: ["End the conversation", "أنهِ المحادثة"],
  listening: ["Listening", "يستمع"],
  you_speak: ["You speak", "أنت تتكلم"],
  heard: ["Heard", "سُمع"],
  answering: ["Answering", "يجيب"],
  done: ["Answered", "أجاب"],
  interrupted: ["Interrupted", "قوطع"],
  failed: ["Failed", "فشل"],
  conversations: ["Earlier conversations", "محادثات سابقة"],
  conversation: ["Conversation", "محادثة"],
  no_conversations: ["No conversation yet", "لا محادثات بعد"],
  delete_conversation: [
    "The conversation, its turns and their transcripts will be deleted.",
    "ستُحذف المحادثة وأدوارها ونصوصها.",
  ],
  when: ["When", "متى"],
  turns: ["Turns", "الأدوار"],
  language: ["Language", "اللغة"],
  owner: ["Owner", "صاحبها"],
});
