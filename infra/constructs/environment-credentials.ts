/**
 * Bundled into the functions in place of the SDK's search for credentials in files, single sign-on and instance
 * metadata. Lambda always hands them over in the environment
 * (https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html), and the search is a third of a bundle.
 * @throws where the environment has none
 */
export const defaultProvider = () => async () => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) throw new Error('The environment has no AWS credentials')
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  }
}
