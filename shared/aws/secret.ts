import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { Fault } from './fault.ts'

const values = new Map<string, Promise<string>>()
let client: SecretsManagerClient | undefined

const read = async (name: string): Promise<string> => {
  client ??= new SecretsManagerClient({})
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: name }))
  if (!SecretString) throw new Fault('A secret of this stage is empty')
  return SecretString
}

/** The text of the secret of this name, read once per container and again after a failure. */
export const secret = (name: string): Promise<string> => {
  const known = values.get(name)
  if (known) return known
  const value = read(name)
  value.catch(() => values.delete(name))
  values.set(name, value)
  return value
}
