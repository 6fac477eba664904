import type { McpEvent } from 'nitro-mcp'
import { defineRequestState } from 'nitro-mcp'

declare function requireTeamId(event: McpEvent): Promise<string>

// #region bind
export const draft = defineRequestState<{ invoice: string }>({
  bind: async event => requireTeamId(event), // throws when there is none
})
// #endregion bind
