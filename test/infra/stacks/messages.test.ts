import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { stages } from '../../../infra/stages.ts'
import { type Synthesised, sending, synthesised } from '../synthesised.ts'

it('makes the sender’s identity where the stage asks for it, and says which records prove it', async () => {
  const stage = await synthesised(sending)
  expect(stage.of('AWS::SES::EmailIdentity').map(({ Properties }) => Properties)).toEqual([
    { EmailIdentity: 'v.example', Tags: [{ Key: 'stage', Value: 'sending' }] },
  ])
  expect(Object.keys(stage.outputs).filter(name => name.startsWith('SenderRecord'))).toHaveLength(3)
  const [sender] = stage
    .of<{ Environment: { Variables: object } }>('AWS::Lambda::Function')
    .filter(({ id }) => id.startsWith('MessageSend'))
  expect(JSON.stringify(sender!.Properties.Environment.Variables)).toMatch(
    /no-reply@v\.example.*:pool\/pool-1.*inTestMode\\*":false/,
  )
})

it('makes none otherwise', async () => {
  expect((await synthesised(stages.prod)).mayHave('AWS::SES::EmailIdentity')).toEqual([])
})

const saidBy = ({ folder, settings }: Synthesised): string[] => {
  const said = readFileSync(join(folder, `${settings.prefix}-link.metadata.json`), 'utf8')
  const notes = Object.values(JSON.parse(said)).flat() as { type: string; data: unknown }[]
  const texts = notes.filter(({ type }) => /^aws:cdk:(info|warning|error)$/.test(type))
  return texts.map(({ data }) => String(data)).filter(text => text.includes('links'))
}

it('says at the synthesis of a stage without senders what that means', async () => {
  expect(saidBy(await synthesised(stages.prod))).toEqual([
    'The stage prod sends no letters and no text messages: links that would go that way are marked as unsent for the people who work on the verification. `messages` in infra/stages.ts says from whom.',
  ])
  expect(saidBy(await synthesised(sending))).toEqual([])
})
