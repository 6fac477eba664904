import type { McpEvent } from 'nitro-mcp'

// #region principal
export default (event: McpEvent) => event.context.user?.id
// #endregion principal

declare module 'h3' {
  interface H3EventContext {
    user?: { id: string }
  }
}
