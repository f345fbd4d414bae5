/** AWS::SecretsManager::Secret: generated once, the same after every restart, and read with GetSecretValue. */
import { randomInt } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import { boolean, type JsonObject, number, object, parse, text } from '../json.ts'
import { ServiceError } from '../service-error.ts'

export const secretProperties = {
  honoured: ['Name', 'GenerateSecretString', 'SecretString'],
  withoutEffect: ['Description', 'KmsKeyId', 'Tags', 'ReplicaRegions'],
}

export interface Secrets {
  /** The ARN of a secret by its ARN, partial ARN or name. */
  find(id: string): string | undefined
  call(action: string, body: JsonObject): Promise<JsonObject>
}

const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'

export const hostSecrets = (resources: HostedResource[], database: DatabaseSync): Secrets => {
  database.exec('CREATE TABLE IF NOT EXISTS secrets (arn TEXT PRIMARY KEY, value TEXT, createdAt INTEGER)')
  const insert = database.prepare('INSERT OR IGNORE INTO secrets VALUES (?, ?, ?)')
  const select = database.prepare('SELECT value, createdAt FROM secrets WHERE arn = ?')
  for (const { ref, properties } of resources) insert.run(ref, initialValue(properties), Date.now())
  const nameOf = (arn: string): string => (arn.split(':').at(-1) ?? '').replace(/-\w{6}$/, '')
  const find = (id: string): string | undefined =>
    resources
      .map(({ ref }) => ref)
      .find(ref => ref === id || ref.replace(/-\w{6}$/, '') === id || nameOf(ref) === id)

  return {
    find,
    call: async (action, body) => {
      const arn = find(text(body.SecretId) ?? '')
      if (action !== 'GetSecretValue' && action !== 'DescribeSecret')
        throw new ServiceError('InvalidRequestException', `${action} is not supported by the local region`)
      if (arn === undefined)
        throw new ServiceError(
          'ResourceNotFoundException',
          "Secrets Manager can't find the specified secret.",
        )
      const row = select.get(arn) as { value: string; createdAt: number }
      const description = { ARN: arn, Name: nameOf(arn), CreatedDate: row.createdAt / 1000 }
      if (action === 'DescribeSecret') return description
      return {
        ...description,
        SecretString: row.value,
        VersionId: '1'.repeat(32),
        VersionStages: ['AWSCURRENT'],
      }
    },
  }
}

const initialValue = ({ SecretString, GenerateSecretString }: JsonObject): string => {
  if (GenerateSecretString === undefined) return text(SecretString) ?? ''
  const options = object(GenerateSecretString)
  const password = generatePassword(options)
  const key = text(options.GenerateStringKey)
  if (key === undefined) return password
  return JSON.stringify({ ...object(parse(text(options.SecretStringTemplate) ?? '{}')), [key]: password })
}

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-properties-secretsmanager-secret-generatesecretstring.html */
const generatePassword = (options: JsonObject): string => {
  const excluded = text(options.ExcludeCharacters) ?? ''
  const kinds = [
    boolean(options.ExcludeUppercase) ? '' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    boolean(options.ExcludeLowercase) ? '' : 'abcdefghijklmnopqrstuvwxyz',
    boolean(options.ExcludeNumbers) ? '' : '0123456789',
    boolean(options.ExcludePunctuation) ? '' : punctuation,
    boolean(options.IncludeSpace) ? ' ' : '',
  ]
  const letters = [...kinds.join('')].filter(letter => !excluded.includes(letter))
  const length = number(options.PasswordLength) ?? 32
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}
