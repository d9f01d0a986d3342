package io.tidemark.server.identity.state;

import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Explains SQLite's failures to the operator. */
final class StateFailure {
    private StateFailure() {}

    /** The message for a damaged file. */
    static String damaged(Path file) {
        return "State file " + file + " is damaged: restore it from a backup. Nothing was changed.";
    }

    /** The exception for a failure of the file. */
    static StateException of(Path file, SQLException e) {
        SQLiteErrorCode code = e instanceof SQLiteException sqlite ? sqlite.getResultCode()
                : SQLiteErrorCode.getErrorCode(e.getErrorCode());
        // extended codes share their low byte with the plain one
        SQLiteErrorCode plain = SQLiteErrorCode.getErrorCode(code.code & 0xff);
        String message = switch (plain) {
            case SQLITE_NOTADB, SQLITE_CORRUPT -> damaged(file);
            case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH -> "State file " + file
                    + " cannot be opened: is it there, and does this user own it?";
            case SQLITE_READONLY -> "State file " + file + " cannot be written by this user";
            case SQLITE_BUSY, SQLITE_LOCKED -> "State file " + file + " is held by another process; try again";
            case SQLITE_FULL -> "State file " + file + " cannot grow: the disk is full";
            default -> "State file " + file + " failed: " + code;
        };
        return new StateException(message, e, plain == SQLiteErrorCode.SQLITE_FULL);
    }
}
