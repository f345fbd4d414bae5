import type { RemovalPolicy } from 'aws-cdk-lib'
import {
  CfnManagedLoginBranding,
  CfnUserPool,
  CfnUserPoolClient,
  CfnUserPoolDomain,
  CfnUserPoolGroup,
} from 'aws-cdk-lib/aws-cognito'
import type { Construct } from 'constructs'
import { sessionPages } from '../../shared/http/contract/session-routes.ts'
import { published, signInDomain } from '../stacks/names.ts'
import type { Stage } from '../stage.ts'
import { isComplete, physicalName, toConstructId } from './context.ts'

/**
 * A passkey counts as both factors, since it asks for a finger, a face or a PIN of its own; who has none shows a password
 * and a code of an app (https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_WebAuthnConfigurationType.html).
 * Passkeys belong to the domain that people sign in at: another domain would lose them all. It is Cognito's to take that
 * for the relying party, since CloudFormation takes no more than 63 characters of one, and ours has up to 78.
 */
const factors = {
  mfaConfiguration: 'ON',
  enabledMfas: ['SOFTWARE_TOKEN_MFA'],
  webAuthnFactorConfiguration: 'MULTI_FACTOR_WITH_USER_VERIFICATION',
  webAuthnUserVerification: 'required',
}

const passwordPolicy = {
  minimumLength: 14,
  requireLowercase: true,
  requireUppercase: true,
  requireNumbers: true,
  requireSymbols: true,
  temporaryPasswordValidityDays: 3,
}

/** The people of the operator, made by the operator alone, and their groups. Answers the pool's id. */
export const userPool = (scope: Construct, settings: Stage, removalPolicy: RemovalPolicy): string => {
  const pool = new CfnUserPool(scope, 'UserPool', {
    userPoolName: physicalName(settings, 'people'),
    // The least that knows passkeys and managed login.
    userPoolTier: 'ESSENTIALS',
    adminCreateUserConfig: { allowAdminCreateUserOnly: true },
    usernameConfiguration: { caseSensitive: false },
    autoVerifiedAttributes: ['email'],
    // Access to a mailbox does not prove who somebody is.
    accountRecoverySetting: { recoveryMechanisms: [{ name: 'admin_only', priority: 1 }] },
    policies: {
      passwordPolicy,
      signInPolicy: { allowedFirstAuthFactors: ['PASSWORD', 'WEB_AUTHN'] },
    },
    ...factors,
    deletionProtection:
      settings.deletionProtection && isComplete(settings, 'stateful') ? 'ACTIVE' : 'INACTIVE',
  })
  const domain = new CfnUserPoolDomain(scope, 'UserPoolDomain', {
    domain: signInDomain(settings),
    userPoolId: pool.ref,
    // Managed login; the older pages know no passkeys.
    managedLoginVersion: 2,
  })
  const groups = Object.keys(settings.people.roles).map(
    groupName =>
      new CfnUserPoolGroup(scope, `UserPoolGroup${toConstructId(groupName)}`, {
        groupName,
        userPoolId: pool.ref,
      }),
  )
  for (const each of [pool, domain, ...groups]) each.applyRemovalPolicy(removalPolicy)
  return pool.ref
}

/** Nobody keeps one: it is read once, on the way back from the pool. Five minutes is the least that Cognito gives. */
const shortest = {
  idTokenValidity: 5,
  accessTokenValidity: 5,
  refreshTokenValidity: 60,
  tokenValidityUnits: { idToken: 'minutes', accessToken: 'minutes', refreshToken: 'minutes' },
}

/**
 * Ourselves at the stage's own pool. Beside the gateway, not beside the pool, because it names the gateway's URL. It has
 * no secret to keep and change: a code is sent to the one address below, and is good for nothing without the verifier
 * (PKCE), which the function that began works out from what the person's browser keeps.
 * @param url where people find our pages @returns its id
 */
export const userPoolClient = (scope: Construct, settings: Stage, url: string): string => {
  const userPoolId = published(settings, 'UserPoolId')
  const { ref: clientId } = new CfnUserPoolClient(scope, 'UserPoolClient', {
    userPoolId,
    clientName: physicalName(settings, 'pages'),
    generateSecret: false,
    allowedOAuthFlowsUserPoolClient: true,
    allowedOAuthFlows: ['code'],
    allowedOAuthScopes: ['openid'],
    callbackUrLs: [`${url}${sessionPages.finishSignIn.path}`],
    logoutUrLs: [`${url}/`],
    supportedIdentityProviders: ['COGNITO'],
    // Managed login offers passkeys to clients that have this.
    explicitAuthFlows: ['ALLOW_USER_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    preventUserExistenceErrors: 'ENABLED',
    enableTokenRevocation: true,
    ...shortest,
  })
  // Without a style, even Cognito's own, there is no page.
  new CfnManagedLoginBranding(scope, 'UserPoolBranding', {
    userPoolId,
    clientId,
    useCognitoProvidedValues: true,
  })
  return clientId
}
