import { describe, expect, it } from 'vitest'
import { isValidName, nameOf, titleOf } from '../../src/nitro/naming.ts'

describe('nameOf', () => {
  it.each([
    ['whoami.ts', 'whoami'],
    ['deleteUser.ts', 'delete-user'],
    ['delete_user.mjs', 'delete-user'],
    ['WhoAmI.js', 'who-am-i'],
    ['admin/delete-user.mts', 'admin-delete-user'],
    ['admin/index.ts', 'admin'],
    ['admin/users/index.ts', 'admin-users'],
    ['users.list.ts', 'users-list'],
    // There is no folder of its own to take the name from.
    ['index.ts', 'index'],
  ])('names %s %s', (path, name) => {
    expect(nameOf(path)).toBe(name)
  })
})

describe('titleOf', () => {
  it.each([
    ['delete-user', 'Delete User'],
    ['admin-delete-user', 'Admin Delete User'],
    ['getHTTPStatus', 'Get HTTP Status'],
    ['users.list_all', 'Users List All'],
  ])('reads %s as %s', (name, title) => {
    expect(titleOf(name)).toBe(title)
  })
})

describe('isValidName', () => {
  it.each(['a', 'A_b-c.9', 'x'.repeat(64)])('takes %s', name => expect(isValidName(name)).toBe(true))
  it.each(['', 'x'.repeat(65), 'a b', 'a/b', '[id]', 'é', 'a\n'])('refuses %j', name => expect(isValidName(name)).toBe(false))
})
