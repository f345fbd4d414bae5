import { CfnManagedLoginBranding, CfnUserPoolClient } from 'aws-cdk-lib/aws-cognito'
import type { Construct } from 'constructs'
import { sessionPages } from '../../shared/http/contract/session-routes.ts'
import { published } from '../names.ts'
import type { Stage } from '../stages.ts'
import { physicalName } from './context.ts'

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
