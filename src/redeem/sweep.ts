/** How much longer than a state lives its record is kept: no clock is trusted to be right within less. */
export const KEEP_MS = 3_600_000

/** Whether it is time to clear out. By chance, as instances that come and go count nothing. */
export function isSweepDue(): boolean {
  return Math.random() < 0.01
}
