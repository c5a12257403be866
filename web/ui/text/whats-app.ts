/** Links that open WhatsApp (https://faq.whatsapp.com/5913398998672934). */

/** Opens WhatsApp with a text to send: to a number in any notation with its country code, or, without one, to whom the user chooses. */
export function whatsAppLink(text: string, phone = ""): string {
  return `https://wa.me/${phone.replace(/\D/g, "")}?text=${encodeURIComponent(text)}`;
}
