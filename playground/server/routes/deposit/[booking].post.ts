import { findBooking, signDeposit } from '../../utils/shop'

export default defineEventHandler((event) => {
  const booking = findBooking(getRouterParam(event, 'booking', { decode: true }) ?? '')
  if (!booking) throw createError({ statusCode: 404, message: 'There is no such booking' })

  signDeposit(booking.id)
  return sendRedirect(event, `/deposit/${encodeURIComponent(booking.id)}`, 303)
})
