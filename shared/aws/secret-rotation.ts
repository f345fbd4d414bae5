import { createHash } from 'node:crypto'
import { callSecretsManager, forgetSecret, type SecretVersion, secretFault } from './secret.ts'
import { errorCodeIn } from './signed-call.ts'

/** The next version's id follows from the current one, so that of two who rotate at once one comes through. */
const idAfter = ({ id }: SecretVersion): string => createHash('sha256').update(id).digest('hex')

/** Gives a secret a new value; the current one is the one before then. Returns false if another did by now. */
export const putNextSecret = async (name: string, current: SecretVersion, text: string): Promise<boolean> => {
  const answer = await callSecretsManager('PutSecretValue', {
    SecretId: name,
    ClientRequestToken: idAfter(current),
    SecretString: text,
  })
  forgetSecret(name)
  if (answer?.statusCode === 200) return true
  if (answer && errorCodeIn(answer) === 'ResourceExistsException') return false
  throw secretFault('A secret was not rotated', answer)
}

/** Takes the label from the value before: nothing can be opened by it any more, and Secrets Manager deletes it. */
export const endPreviousSecret = async (name: string, { id }: SecretVersion): Promise<void> => {
  const answer = await callSecretsManager('UpdateSecretVersionStage', {
    SecretId: name,
    VersionStage: 'AWSPREVIOUS',
    RemoveFromVersionId: id,
  })
  forgetSecret(name)
  if (answer?.statusCode !== 200) throw secretFault('The value before was not ended', answer)
}
