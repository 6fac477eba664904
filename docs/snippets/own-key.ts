import { defineRequestState } from 'nitro-mcp'

declare const keys: { current: string, previous: string[] }

// #region key
export const shared = defineRequestState({ key: keys.current, previousKeys: keys.previous })
// #endregion key
