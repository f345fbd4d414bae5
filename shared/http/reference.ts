import { authenticationRoutes, Token, TokenRequest } from './contract/authentication-routes.ts'
import { FieldErrorBody, ProblemBody } from './contract/problem-body.ts'
import { serviceRoutes } from './contract/service-routes.ts'
import { Session, sessionRoutes } from './contract/session-routes.ts'
import { describeRoutes, describeSchema, free, type SchemaText } from './describe.ts'

export const pageParameters = {
  limit: ['How many items a page has; 20 unless given.', 20],
  cursor: [
    'The `nextCursor` of the page before, with the same other parameters; the first page needs none. A cursor of another list or filter is refused.',
    'eyJpZCI6ODkwMTIzNDU2Nzg5MDEyfQ',
  ],
} as const

export const nextCursorText = [
  'What to send as `cursor` for the next page, with the same filter.',
  'eyJpZCI6ODkwMTIzNDU2Nzg5MDEyfQ',
  'Null on the last page.',
] as const

export const httpSchemaTexts: readonly SchemaText[] = [
  describeSchema(TokenRequest, 'The credentials of a client.', {
    clientId: [
      'The id of your client. It decides the organisation and whether the mode is test or live.',
      'test-7f3c',
    ],
    secret: ['The secret of your client. Keep it on your server.', 'a-secret-that-only-your-server-knows'],
  }),
  describeSchema(Token, 'An access token.', {
    accessToken: [
      'Send it as `Authorization: Bearer …` with every request.',
      'JKJaXmPLvHcESHA5dQyGq0f3vB2xW7nT',
    ],
    expiresIn: ['Seconds from now until the token ends. Fetch a new one before.', 7200],
    tokenType: ['How to send the token (RFC 6750).', 'Bearer'],
  }),
  describeSchema(FieldErrorBody, 'What is wrong with one field of the request.', {
    pointer: [
      'Where: a JSON pointer (RFC 6901) into the body, or `path/name`, `query/name` or `header/name`. Empty for the body as a whole.',
      '/applicant/phone',
    ],
    code: ['What is wrong, for programs.', 'required'],
    detail: ['What is wrong, for people.', 'This field is required.'],
  }),
  describeSchema(ProblemBody, 'Why a request failed, as `application/problem+json` (RFC 9457).', {
    type: ['The kind of problem as a URI: `urn:problem:` and the code.', 'urn:problem:invalid_request'],
    title: [
      'The kind of problem in words. The same for every problem with this code.',
      'The request is not valid',
    ],
    status: ['The HTTP status.', 400],
    detail: ['What went wrong this time.', 'applicant.phone: This field is required.'],
    code: ['The kind of problem, for programs. Decide by this field.', 'invalid_request'],
    requestId: ['The id of the request. Quote it to support.', 'JKJaXmPLvHcESHA='],
    retryable: [
      'Whether the same request may succeed later. Wait for `Retry-After` where that header is sent.',
      false,
    ],
    errors: ['Every field that is wrong, all at once. Only with `invalid_request`.'],
    message: [
      'The same as `detail`, for clients that read this name.',
      'applicant.phone: This field is required.',
    ],
    statusCode: ['The same as `status`, for clients that read this name.', 400],
  }),
  describeSchema(Session, 'The person who is signed in, and for how long.', {
    id: ['The id of the person at the identity provider.', 'agent-1'],
    roles: [
      'What the person may do. The operator gives roles by groups of the identity provider.',
      ['agent'],
    ],
    endsAt: ['When the session ends, whatever is done.', '2026-11-20T21:30:00.000Z'],
    idleEndsAt: [
      'When the session ends unless the person sends another request before.',
      '2026-11-20T09:30:00.000Z',
    ],
  }),
  describeSchema(serviceRoutes.getOpenApi.answers[200], 'An OpenAPI document.', {
    openapi: ['The version of OpenAPI.', '3.1.0'],
  }),
  describeSchema(serviceRoutes.getHealth.answers[200], 'The service answers.', {
    status: ['Always `ok`.', 'ok'],
    stage: ['The name of the deployment.', 'prod'],
  }),
]

export const httpOperationTexts = {
  ...describeRoutes(authenticationRoutes, {
    createToken: {
      does: 'Exchanges the id and secret of a client for an access token. Use one token for many requests until it ends; wrong secrets are limited.',
      costs: free,
      returns: 'The token and its lifetime in seconds.',
      events: [],
      details:
        'Standard OAuth clients send a form in place of JSON and are answered as RFC 6749 says: [with an OAuth client](/v1/docs/first-verification#with-an-oauth-client).',
    },
  }),
  ...describeRoutes(sessionRoutes, {
    getSession: {
      does: 'Says who is signed in. A page uses it to show the right work, and to ask for a sign-in before the session ends.',
      costs: free,
      returns:
        'The person, their roles and the two ends of the session. A client without a session gets 404.',
      events: [],
    },
    endSession: {
      does: 'Signs the person out in this browser. The session at the identity provider does not end.',
      costs: free,
      returns:
        '204 without a body, and a cookie that replaces the session’s. Without a session it is the same.',
      events: [],
    },
  }),
  ...describeRoutes(serviceRoutes, {
    getOpenApi: {
      does: 'Returns the description of this API for programs. Generate a client from it, or import it into your tools.',
      costs: free,
      returns: 'An OpenAPI 3.1 document, compressed if you accept that.',
      events: [],
    },
    getHealth: {
      does: 'Answers without looking at anything else, so that a monitor can tell whether the service is reachable.',
      costs: free,
      returns: '`ok` and the name of the deployment.',
      events: [],
    },
  }),
} as const
