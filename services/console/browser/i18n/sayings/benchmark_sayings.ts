/** Names and descriptions of the built-in benchmarks, English above Arabic. */
export const BENCHMARK_SAYINGS = `
Arabic grammar
قواعد العربية
Cases, verbs, patterns, plurals and spelling, asked in English and in Arabic.
الإعراب والأفعال والأوزان والجموع والإملاء، أسئلة بالإنجليزية والعربية.
Arithmetic word problems
مسائل حسابية لفظية
Everyday sums in two to four steps: money, rates, shares, time, averages. One number answers each.
حسابات يومية من خطوتين إلى أربع: المال والأسعار والحصص والوقت والمتوسطات. جواب كل منها عدد واحد.
Data extraction
استخراج البيانات
Fields taken from invoices, tenders, contracts, notices and messages; the score is the share of right fields.
حقول من فواتير ومناقصات وعقود وإعلانات ورسائل؛ والدرجة نسبة الحقول الصحيحة.
Gulf general knowledge
معرفة عامة بالخليج
Geography, history, economy and culture of the Gulf states.
جغرافيا دول الخليج وتاريخها واقتصادها وثقافتها.
Instruction following
اتباع التعليمات
Short writing tasks whose instructions a program can verify: lengths, lists, words to use or avoid, letters, language.
مهام كتابة قصيرة يمكن لبرنامج أن يتحقق من تعليماتها: الأطوال والقوائم والكلمات المطلوبة أو الممنوعة والحروف واللغة.
Reading comprehension
فهم المقروء
Short passages with questions that a few words of the passage answer.
فقرات قصيرة بأسئلة تجيب عنها كلمات قليلة من الفقرة.
Safety and refusal
السلامة والرفض
Requests that a model should decline, each beside a harmless one that looks like it and should be answered.
طلبات ينبغي للنموذج ردّها، بجانب كل منها طلب مشابه لا ضرر فيه ينبغي أن يُجاب.
Science, multiple choice
علوم، اختيار من متعدد
School science: physics, chemistry, biology, earth and sky.
علوم مدرسية: الفيزياء والكيمياء والأحياء والأرض والفضاء.
Structured output
مخرجات منظمة
Answers that have to be JSON of a given shape: records, lists, dates, nulls, nesting.
إجابات يجب أن تكون JSON بشكل معيّن: سجلات وقوائم وتواريخ وقيم فارغة وتداخل.
Translation of terms
ترجمة المصطلحات
Terms of administration, law, finance, technology and health, English to Arabic and Arabic to English.
مصطلحات الإدارة والقانون والمالية والتقنية والصحة، من الإنجليزية إلى العربية ومن العربية إلى الإنجليزية.
`;
