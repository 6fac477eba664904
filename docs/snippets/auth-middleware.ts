import { createError, defineEventHandler, getRequestHeader } from 'h3'

declare function findUser(token: string | undefined): Promise<{ id: string } | undefined>

// #region middleware
export default defineEventHandler(async (event) => {
  if (!event.path.startsWith('/mcp')) return
  const user = await findUser(getRequestHeader(event, 'authorization'))
  if (!user) throw createError({ statusCode: 401, message: 'Sign in first' })
  event.context.user = user
})
// #endregion middleware
