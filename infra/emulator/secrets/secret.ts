import { randomInt } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { HostedResource } from '../cloudformation/identity.ts'
import { boolean, type JsonObject, number, object, text } from '../json.ts'
import { ServiceError, unsupportedAction } from '../service-call.ts'

export type Secrets = ReturnType<typeof hostSecrets>

export const hostSecrets = (resources: HostedResource[], database: DatabaseSync) => {
  database.exec('CREATE TABLE IF NOT EXISTS secrets (arn TEXT PRIMARY KEY, value TEXT, createdAt INTEGER)')
  const insert = database.prepare('INSERT OR IGNORE INTO secrets VALUES (?, ?, ?)')
  const select = database.prepare('SELECT value, createdAt FROM secrets WHERE arn = ?')
  for (const { ref, properties } of resources)
    insert.run(ref, generate(object(properties.GenerateSecretString)), Date.now())
  const nameOf = (arn: string): string => (arn.split(':').at(-1) ?? '').replace(/-\w{6}$/, '')
  const find = (id: string): string | undefined =>
    resources
      .map(({ ref }) => ref)
      .find(ref => ref === id || ref.replace(/-\w{6}$/, '') === id || nameOf(ref) === id)

  return {
    find,
    call: async (action: string, body: JsonObject) => {
      if (action !== 'GetSecretValue') throw unsupportedAction(action)
      const arn = find(text(body.SecretId) ?? '')
      if (arn === undefined)
        throw new ServiceError(
          'ResourceNotFoundException',
          "Secrets Manager can't find the specified secret.",
        )
      const row = select.get(arn) as { value: string; createdAt: number }
      return {
        ARN: arn,
        Name: nameOf(arn),
        CreatedDate: row.createdAt / 1000,
        SecretString: row.value,
        VersionId: '1'.repeat(32),
        VersionStages: ['AWSCURRENT'],
      }
    },
  }
}

const lettersAndDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

const generate = ({ PasswordLength }: JsonObject): string =>
  Array.from({ length: number(PasswordLength) ?? 32 }, () => lettersAndDigits[randomInt(62)]).join('')

export const secretProblems = ({ properties }: HostedResource): string[] => {
  const { ExcludePunctuation, PasswordLength, ...others } = object(properties.GenerateSecretString)
  return [
    ...(boolean(ExcludePunctuation) ? [] : ['only letters and digits are generated: set ExcludePunctuation']),
    ...Object.keys(others).map(name => `${name} of GenerateSecretString is not supported`),
  ]
}
