/** The version that health, OpenAPI and MCP state. */
export const VERSION = "0.1.0";
