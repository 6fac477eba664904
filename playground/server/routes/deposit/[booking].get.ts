import { findBooking } from '../../utils/shop'

/** The page behind the link that sign-deposit gives. A real shop has the rider log in here, and checks that it is their booking. */
export default defineEventHandler((event) => {
  const booking = findBooking(getRouterParam(event, 'booking', { decode: true }) ?? '')
  if (!booking) throw createError({ statusCode: 404, message: 'There is no such booking' })

  setResponseHeader(event, 'content-type', 'text/html; charset=utf-8')
  const body = booking.depositSigned
    ? '<p>Signed. Thank you, you can go back to your assistant.</p>'
    : '<p>We keep 100 euro until the bike is back.</p><form method="post"><button>I agree and sign</button></form>'
  return `<!doctype html><title>Deposit</title><h1>Deposit for ${escapeHtml(booking.id)}</h1>${body}`
})

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
