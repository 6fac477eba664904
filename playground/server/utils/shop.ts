/**
 * The shop's books, kept in memory: every instance has its own, and a restart empties them.
 * A real shop asks its database here; nothing else in the app would change.
 */

export const bikeKinds = ['city', 'touring', 'cargo'] as const
export type BikeKind = typeof bikeKinds[number]

export interface Bike {
  id: string
  name: string
  kind: BikeKind
  /** In euro. */
  pricePerDay: number
}

export interface Booking {
  id: string
  bike: string
  rider: string
  /** The first day, as `2027-05-01`. */
  from: string
  days: number
  /** In euro. */
  total: number
  depositSigned: boolean
}

export interface Damage {
  bike: string
  parts: readonly string[]
  rideable: boolean
  note: string
}

const bikes: readonly Bike[] = [
  { id: 'heron', name: 'Heron', kind: 'city', pricePerDay: 14 },
  { id: 'plover', name: 'Plover', kind: 'city', pricePerDay: 14 },
  { id: 'curlew', name: 'Curlew', kind: 'touring', pricePerDay: 22 },
  { id: 'tern', name: 'Tern', kind: 'touring', pricePerDay: 24 },
  { id: 'pelican', name: 'Pelican', kind: 'cargo', pricePerDay: 36 },
]

const bookings = new Map<string, Booking>([
  ['B-1001', { id: 'B-1001', bike: 'pelican', rider: 'Mara Lindt', from: '2027-05-01', days: 2, total: 72, depositSigned: true }],
  ['B-1002', { id: 'B-1002', bike: 'tern', rider: 'Jonas Weir', from: '2027-05-01', days: 5, total: 120, depositSigned: false }],
])

const damages: Damage[] = []

export function allBikes(): readonly Bike[] {
  return bikes
}

export function findBike(id: string): Bike | undefined {
  return bikes.find(bike => bike.id === id)
}

/** The bikes of a kind that nobody has on any of these days. */
export function freeBikes(from: string, days: number, kind?: BikeKind): Bike[] {
  const taken = new Set([...bookings.values()].filter(booking => overlap(booking, { from, days })).map(booking => booking.bike))
  return bikes.filter(bike => !taken.has(bike.id) && (kind === undefined || bike.kind === kind))
}

export function findBooking(id: string): Booking | undefined {
  return bookings.get(id)
}

export function bookingsOn(date: string): Booking[] {
  return [...bookings.values()].filter(booking => overlap(booking, { from: date, days: 1 }))
}

export function newBookingId(): string {
  return `B-${crypto.randomUUID().slice(0, 8)}`
}

/**
 * Enters a booking. The same booking may come twice, because a client that lost our reply sends its last round again:
 * the second time changes nothing. `undefined` when somebody else took the bike in the meantime.
 */
export function enterBooking(booking: Booking): Booking | undefined {
  const entered = bookings.get(booking.id)
  if (entered) return entered
  if (!freeBikes(booking.from, booking.days).some(bike => bike.id === booking.bike)) return undefined
  bookings.set(booking.id, booking)
  return booking
}

export function removeBooking(id: string): boolean {
  return bookings.delete(id)
}

export function signDeposit(id: string): void {
  const booking = bookings.get(id)
  if (booking) booking.depositSigned = true
}

export function reportDamage(damage: Damage): number {
  return damages.push(damage)
}

interface Span { from: string, days: number }

function overlap(a: Span, b: Span): boolean {
  return firstDay(a) < firstDay(b) + b.days && firstDay(b) < firstDay(a) + a.days
}

/** Days since 1970, so that spans are compared as numbers. */
function firstDay(span: Span): number {
  return Math.floor(Date.parse(span.from) / 86_400_000)
}
