/**
 * Services that a test does without.
 *
 * @param unused what calling one of them does: it fails the test and says why
 */
export const unusedServices = (unused: () => never) => ({
  credentials: {
    issueToken: unused,
    revokeTokens: unused,
    isValid: unused,
    listSecrets: unused,
    issueSecret: unused,
    revokeSecret: unused,
    lastSigned: unused,
  },
  deliveries: { list: unused, find: unused, replayOf: unused },
  providers: {
    authorizationUrl: unused,
    exchange: unused,
    keep: unused,
    forget: unused,
    forgetOf: unused,
    forgetRefused: unused,
    ask: unused,
  },
  outbound: { refuses: unused },
  files: { write: unused, find: unused, read: unused, measure: unused, delete: unused },
});
