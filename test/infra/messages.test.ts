import { expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import { appOf } from '../../infra/synthesise.ts'
import { emptyFunctions, scratchFolder, synthesised } from './synthesised.ts'

const saying = {
  ...stages.prod,
  name: 'saying',
  messages: {
    mail: { sender: 'no-reply@v.example', identity: 'v.example', isMade: true },
    smsOrigin: 'pool/pool-1',
    inTestMode: false,
  },
}

it('makes the sender’s identity where the stage asks for it, and says which records prove it', () => {
  const stage = synthesised(saying)
  expect(stage.of('AWS::SES::EmailIdentity').map(({ Properties }) => Properties)).toEqual([
    { EmailIdentity: 'v.example', Tags: [{ Key: 'stage', Value: 'saying' }] },
  ])
  expect(Object.keys(stage.outputs).filter(name => name.startsWith('SenderRecord'))).toHaveLength(3)
  const [sender] = stage
    .of<{ Environment: { Variables: object } }>('AWS::Lambda::Function')
    .filter(({ id }) => id.startsWith('MessageSend'))
  expect(JSON.stringify(sender!.Properties.Environment.Variables)).toMatch(
    /no-reply@v\.example.*:pool\/pool-1.*inTestMode\\*":false/,
  )
})

it('makes none otherwise', () => {
  expect(synthesised(stages.prod).mayHave('AWS::SES::EmailIdentity')).toEqual([])
})

const saidBy = (settings: Parameters<typeof appOf>[0]): string[] => {
  const options = { functionsFolder: emptyFunctions() }
  const assembly = appOf(settings, scratchFolder(`said-${settings.name}`), options).synth()
  return assembly
    .getStackByName(`${settings.prefix}-link`)
    .messages.map(({ entry }) => String(entry.data))
    .filter(text => text.includes('links'))
}

it('says at the synthesis of a stage without senders what that means', () => {
  expect(saidBy(stages.prod)).toEqual([
    'The stage prod sends no letters and no text messages: links that would go that way are marked as unsent for the people who work on the verification. `messages` in infra/stages.ts says from whom.',
  ])
  expect(saidBy(saying)).toEqual([])
})
