import type { McpEvent } from 'nitro-mcp'
import { defineRequestState } from 'nitro-mcp'

declare function requireUserId(event: McpEvent): Promise<string>

// #region bind
export const draft = defineRequestState<{ invoice: string }>({
  bind: async event => requireUserId(event), // throws when nobody is signed in
})
// #endregion bind
