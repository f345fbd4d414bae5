import type { DatabaseSync } from 'node:sqlite'
import type { HostedResource } from '../cloudformation/identity.ts'
import { boolean, type JsonObject, text, texts } from '../json.ts'
import { ServiceError, unsupportedAction } from '../service-call.ts'

export interface PoolUser {
  /** Also the subject of the tokens. In Cognito that is a UUID. */
  readonly name: string
  readonly groups: readonly string[]
}

export type UserPool = ReturnType<typeof hostUserPool>

const nameIn = ({ Username }: JsonObject): string => {
  const name = text(Username) ?? ''
  if (!/^[\w.-]{1,128}$/.test(name))
    throw new ServiceError('InvalidParameterException', 'Username: letters, digits, ".", "_" and "-"')
  return name
}

export const hostUserPool = (
  pool: HostedResource,
  groups: readonly HostedResource[],
  database: DatabaseSync,
) => {
  database.exec('CREATE TABLE IF NOT EXISTS poolUsers (name TEXT PRIMARY KEY)')
  database.exec(
    'CREATE TABLE IF NOT EXISTS poolMembers (name TEXT, groupName TEXT, PRIMARY KEY (name, groupName))',
  )
  const insert = database.prepare('INSERT OR IGNORE INTO poolUsers VALUES (?)')
  const join = database.prepare('INSERT OR IGNORE INTO poolMembers VALUES (?, ?)')
  const leave = database.prepare('DELETE FROM poolMembers WHERE name = ? AND groupName = ?')
  const selectUsers = database.prepare('SELECT name FROM poolUsers ORDER BY name')
  const selectGroups = database.prepare('SELECT groupName FROM poolMembers WHERE name = ? ORDER BY groupName')
  const users = (): readonly PoolUser[] =>
    selectUsers.all().map(({ name }) => ({
      name: String(name),
      groups: selectGroups.all(String(name)).map(({ groupName }) => String(groupName)),
    }))
  const groupIn = ({ GroupName }: JsonObject): string => {
    const group = groups.find(({ properties }) => properties.GroupName === GroupName)
    if (group === undefined) throw new ServiceError('ResourceNotFoundException', 'Group not found.')
    return String(GroupName)
  }
  const memberIn = (body: JsonObject): string => {
    const name = nameIn(body)
    if (!users().some(user => user.name === name))
      throw new ServiceError('UserNotFoundException', 'User does not exist.')
    return name
  }
  const actions: Record<string, (body: JsonObject) => JsonObject> = {
    AdminCreateUser: body => {
      const name = nameIn(body)
      if (insert.run(name).changes === 0)
        throw new ServiceError('UsernameExistsException', 'User account already exists')
      return { User: { Username: name, Enabled: true, UserStatus: 'CONFIRMED' } }
    },
    AdminAddUserToGroup: body => {
      join.run(memberIn(body), groupIn(body))
      return {}
    },
    AdminRemoveUserFromGroup: body => {
      leave.run(memberIn(body), groupIn(body))
      return {}
    },
  }
  return {
    users,
    call: async (action: string, body: JsonObject) => {
      const handle = actions[action]
      if (handle === undefined) throw unsupportedAction(action)
      if (text(body.UserPoolId) !== pool.ref)
        throw new ServiceError(
          'ResourceNotFoundException',
          `User pool ${text(body.UserPoolId)} does not exist.`,
        )
      return handle(body)
    },
  }
}

export const userPoolClientProblems = ({ properties }: HostedResource): string[] => [
  ...(boolean(properties.GenerateSecret) ? ['a client with a secret is not supported'] : []),
  ...(texts(properties.AllowedOAuthFlows).join() === 'code' ? [] : ['only the flow "code" is supported']),
  ...(texts(properties.AllowedOAuthScopes).join() === 'openid'
    ? []
    : ['only the scope "openid" is supported']),
]
