/** Digits of a phone number as typed. */
export function phoneDigits(phone: string): string {
  return phone.replace(/\D/g, '');
}

/** A phone number needs at least 10 digits (D53). */
export function isPhone(phone: string): boolean {
  return phoneDigits(phone).length >= 10;
}

/** "(269) 555-0100"; numbers that are not North American are shown as they were typed. */
export function formatPhone(phone: string): string {
  const digits = phoneDigits(phone).replace(/^1(?=\d{10}$)/, '');
  if (digits.length !== 10) return phone;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** Good enough to send mail to: one @ with something on both sides and a dot after it. */
export function isEmail(email: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
}
