import { describe, expect, it } from 'vitest'
import { type Issuer, refuseWrongStage, type StageSettings } from '../../../infra/stage-settings.ts'
import { stages } from '../../../infra/stages.ts'
import { everyStage, synthesised } from '../synthesised.ts'

const issuer: Issuer = {
  url: 'https://login.example.com/',
  clientId: 'verification',
  hasSecret: true,
  groupsClaim: 'groups',
}

const withPeople = (people: Partial<StageSettings['people']>): StageSettings => ({
  ...stages.dev,
  people: { ...stages.dev.people, ...people },
})

describe.each(await everyStage())('the people of $settings.name', stage => {
  const only = (type: string) => {
    const [found, ...others] = stage.of<Record<string, unknown>>(type)
    expect(others, type).toEqual([])
    return found!.Properties
  }

  it('are made by the operator alone, and show two factors', () => {
    expect(only('AWS::Cognito::UserPool')).toMatchObject({
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      UserPoolTier: 'ESSENTIALS',
      MfaConfiguration: 'ON',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      WebAuthnFactorConfiguration: 'MULTI_FACTOR_WITH_USER_VERIFICATION',
      WebAuthnUserVerification: 'required',
      Policies: { SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'WEB_AUTHN'] } },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'admin_only', Priority: 1 }] },
      DeletionProtection: stage.settings.deletionProtection ? 'ACTIVE' : 'INACTIVE',
    })
  })

  it('are in the groups that the stage gives roles to', () => {
    const groups = stage.of<{ GroupName: string }>('AWS::Cognito::UserPoolGroup')
    expect(groups.map(({ Properties }) => Properties.GroupName)).toEqual([
      'agent',
      'reviewer',
      'supervisor',
      'operator',
    ])
  })

  it('come back by a code, to one address of ours', () => {
    const client = only('AWS::Cognito::UserPoolClient')
    expect(client).toMatchObject({
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid'],
      PreventUserExistenceErrors: 'ENABLED',
    })
    const [callback, ...others] = client.CallbackURLs as unknown[]
    expect(others).toEqual([])
    expect(JSON.stringify(callback)).toMatch(
      stage.settings.seed
        ? /^"http:\/\/localhost:3000\/v1\/session\/callback"$/
        : /execute-api.*\/v1\/session\/callback"\]\]\}$/,
    )
  })
})

describe('a stage with another issuer', () => {
  it('has no pool, and a secret that the operator fills in, which the way to a session alone reads', async () => {
    const { all } = await synthesised(withPeople({ issuer }))
    const text = JSON.stringify(all)
    expect(all.filter(({ Type }) => Type.startsWith('AWS::Cognito::'))).toEqual([])
    expect(text).toContain('"Name":"verification-dev-issuer-client-key"')
    expect(text.match(/secret:verification-dev-issuer-client-key-\?{6}/g)).toHaveLength(3)
  })

  it('has no secret where the issuer gave none', async () => {
    const { all } = await synthesised(withPeople({ issuer: { ...issuer, hasSecret: false } }))
    expect(JSON.stringify(all)).not.toContain('issuer-client-key')
  })
})

describe('a stage at which nobody could sign in is refused', () => {
  it.each<[Partial<StageSettings['people']>, string]>([
    [
      { issuer: { ...issuer, url: 'http://login.example.com' } },
      'people.issuer.url: "http://login.example.com" is no https address without a query.',
    ],
    [
      { issuer: { ...issuer, clientId: '' } },
      'people.issuer.clientId: missing; the identity provider identifies the stage by it.',
    ],
    [
      { issuer: { ...issuer, groupsClaim: '' } },
      'people.issuer.groupsClaim: without the claim that lists groups nobody has a role.',
    ],
    [{ roles: {} }, 'people.roles: without a group nobody has a role.'],
    [
      { roles: { staff: 'boss' as never } },
      'people.roles.staff: "boss" is none of agent, reviewer, supervisor, operator.',
    ],
  ])('in a sentence: %o', (people, sentence) => {
    expect(() => refuseWrongStage(withPeople(people))).toThrow(`The stage dev:\n${sentence}`)
  })

  it('before anything is made', async () => {
    await expect(synthesised(withPeople({ roles: {} }))).rejects.toThrow('people.roles')
  })
})
