import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { Fault } from './fault.ts'

const values = new Map<string, Promise<string>>()
let client: SecretsManagerClient | undefined

const read = async (arn: string): Promise<string> => {
  client ??= new SecretsManagerClient({})
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }))
  if (!SecretString) throw new Fault('A secret of this stage is empty')
  return SecretString
}

/** A secret's text, read once per container and again after a failure. */
export const secret = (arn: string): Promise<string> => {
  const known = values.get(arn)
  if (known) return known
  const value = read(arn)
  value.catch(() => values.delete(arn))
  values.set(arn, value)
  return value
}
