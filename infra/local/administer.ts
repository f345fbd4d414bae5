import { type Announcement, announcedAt } from './announcement.ts'

const usage = `npm run administer -- <command> [name=value …]      does it on the laptop that runs (PORT=… for another port)
  npm run administer -- decide organisationId=1 mode=live verificationId=… outcome=verified
  npm run administer -- '{"command": "listOrganisations"}'`

/** `3` and `{"phone": "…"}` are JSON; what is not is text. */
const jsonOrText = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const fieldOf = (argument: string): [string, unknown] => {
  const [, name, value] = /^(\w+)=(.*)$/s.exec(argument) ?? []
  if (name === undefined) throw new Error(`${argument}: expected name=value`)
  return [name, jsonOrText(value!)]
}

/** The command that the words say, or that is written as JSON. */
const commandOf = ([command = '', ...rest]: readonly string[]): unknown =>
  command.startsWith('{') ? JSON.parse(command) : { command, ...Object.fromEntries(rest.map(fieldOf)) }

/** Invokes the administer function as `aws lambda invoke` would; the region knows callers by their access key. */
const invoke = async ({ gateway, accessKeyId, administerFunction }: Announcement, command: unknown) => {
  const response = await fetch(`${gateway}/2015-03-31/functions/${administerFunction}/invocations`, {
    method: 'POST',
    headers: { authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/local` },
    body: JSON.stringify(command),
  })
  const answer = (await response.json()) as { errorMessage?: string; message?: string }
  if (response.headers.has('x-amz-function-error')) throw new Error(answer.errorMessage)
  if (!response.ok) throw new Error(answer.message)
  return answer
}

const administer = async (words: readonly string[]): Promise<void> => {
  const port = process.env.PORT ?? '3000'
  const announcement = announcedAt(Number(port))
  const nobody = new Error(`no laptop runs on port ${port}: npm start, or PORT=… for another`)
  if (!announcement) throw nobody
  const answer = await invoke(announcement, commandOf(words)).catch((error: Error) => {
    // One that was killed has left its announcement behind.
    throw error.message === 'fetch failed' ? nobody : error
  })
  console.log(JSON.stringify(answer, null, 2))
}

const words = process.argv.slice(2)
if (words.length === 0 || words[0] === '--help') console.log(usage)
else
  try {
    await administer(words)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
