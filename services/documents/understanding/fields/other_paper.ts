/** How a paper refers to another one: the letter that it answers. */
export const OTHER_PAPER =
  /(?<!\p{L})(?:your|their|our (?:last|previous|earlier)|letter of|with reference|in reply|further to|كتابكم|خطابكم|رسالتكم|مذكرتكم|إشارة إلى|بالإشارة|ردا على|إلحاقا)(?!\p{L})/iu;
