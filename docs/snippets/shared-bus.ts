import type { McpBus } from 'nitro-mcp'
import { redis } from './redis.ts'

export default {
  publish: notification => redis.publish('mcp', JSON.stringify(notification)),
  subscribe: listener => redis.subscribe('mcp', message => listener(JSON.parse(message))),
} satisfies McpBus
