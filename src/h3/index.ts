export { defineMcpEventHandler } from './event-handler.ts'
